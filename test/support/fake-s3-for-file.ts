import { afterAll, afterEach, beforeAll } from 'vitest';
import { type FakeS3, startFakeS3 } from './fake-s3.ts';

/** Provides one fake S3 store for all tests of a file. Clears its failures before each test. */
export function fakeS3ForFile(): () => FakeS3 {
  let fake: FakeS3 | undefined;
  beforeAll(async () => {
    fake = await startFakeS3();
  });
  afterEach(() => {
    fake?.behave();
    fake?.requests.splice(0);
  });
  afterAll(() => fake?.close());
  return () => {
    if (!fake) throw new Error('the store has not started');
    return fake;
  };
}
