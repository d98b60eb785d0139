import type { Reporter, TestModule } from 'vitest/node';

/** Fails the run if a test file ends without a case that ran: its tags left out all of them. */
export const failWithoutCases: Reporter = {
  onTestModuleEnd(file: TestModule) {
    const hasRun = [...file.children.allTests()].some((test) => test.result().state !== 'skipped');
    if (hasRun) return;
    console.error(`${file.relativeModuleId}: none of its cases ran. Check its tags.`);
    process.exitCode = 1;
  },
};
