import { defineConfig } from "vitest/config";
import { catalogs } from "./build/catalogs.ts";
import { compress } from "./build/compress.js";
import { editions } from "./build/editions.js";
import { layers } from "./build/layers.ts";
import { python } from "./build/python.js";
import { serviceWorker } from "./build/service_worker.js";

// What several screens share is one file, not forty: each costs a phone about as much as 5 kB.
const GROUPS = [
  { name: "base", test: /node_modules|src\/(i18n|server|store|theme|[a-z]+\.tsx?$)/ },
  { name: "components", test: /src\/components\/(?!charts)/ },
  // Two screens choose Phases, and neither is the first one.
  { name: "phases", test: /src\/screens\/new_game\/(form|phase|saved_list)/ },
  { name: "shared", test: /src\/screens\/(?!statistics)/, minShareCount: 2 },
  // What a group has played, in figures and charts, is not part of the first load.
  { name: "statistics", test: /src\/(components\/charts|screens\/statistics)\// },
];

export default defineConfig({
  plugins: [python(), catalogs(), editions(), layers(), serviceWorker(), compress()],
  build: {
    outDir: "../var/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the Content Security Policy has no `data:`
    modulePreload: { polyfill: false },
    cssCodeSplit: false, // all of it is smaller than what many files would cost
    rolldownOptions: {
      checks: { pluginTimings: false }, // compressing takes the time
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
  worker: { format: "es" },
  // `npm run dev` beside a server started by `make run`.
  server: { proxy: { "/api": "http://localhost:8000" } },
  // Threads start sooner than processes. With `npm test`, files share what they import, which takes
  // half the time, but for those that put something else in its place.
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/setup.ts"],
    pool: "threads",
    maxWorkers: "100%",
    testTimeout: 60_000, // on a machine however busy
  },
});
