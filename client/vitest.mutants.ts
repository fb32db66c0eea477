/** The tests as `make mutants` runs them: for each mutant those that reach it, until one fails. */

import { mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "./vite.config.ts";

// Not these: they start Python for what other tests find, too.
const LEFT_OUT = ["rules/cases", "store/late_rules"];
/** These start Python or tell stories, which takes longer than most other tests. */
const LAST = /(colors\.mocks|convergence|copies|dying|fold)\.test/;

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
