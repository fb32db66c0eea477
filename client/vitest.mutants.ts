/** The tests as `make mutants` runs them: for each mutant those that reach it, until one fails. */

import { mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "./vite.config.ts";

// Not these: each tells hundreds of stories, or starts Python for what other tests find, too.
const LEFT_OUT = ["rules/cases", "store/{convergence,dying,late_rules}"];
/** These start Python, which takes longer than most other tests. */
const LAST = /(colors\.mocks|copies|fold)\.test/;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => Number(LAST.test(moduleId));
    return files.sort((one, other) => place(one) - place(other));
  }
}

export default mergeConfig(config, {
  test: {
    exclude: LEFT_OUT.map((name) => `tests/${name}.test.ts`),
    sequence: { sequencer: QuickFirst },
  },
});
