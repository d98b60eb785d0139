import type { Reporter, TestModule } from 'vitest/node';

/** Fails the run if tags have excluded all cases of a test file. */
export const failWithoutCases: Reporter = {
  onTestModuleEnd(file: TestModule) {
    const hasRun = [...file.children.allTests()].some((test) => test.result().state !== 'skipped');
    if (hasRun) return;
    console.error(`${file.relativeModuleId}: none of its cases ran. Check its tags.`);
    process.exitCode = 1;
  },
};
