import { describe, expect, it } from 'vitest';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { newFileName } from '../lib/identifiers.ts';
import { answers, groundOf } from './testing/ground.ts';

const fake = fakeS3ForFile();
const ground = (prefix?: string) => groundOf(fake(), prefix);

describe('a file that is removed', () => {
  it('was gone already', async () => {
    const { uploads, results } = await ground();
    fake().behave(answers(404, 'NoSuchKey'));
    await uploads.remove(newFileName());
    expect(results()).toEqual(['delete missing']);
  });

  it('is not where the store refuses', async () => {
    const { uploads } = await ground();
    fake().behave(answers(403, 'AccessDenied'));
    await expect(uploads.remove(newFileName())).rejects.toThrow('AccessDenied');
  });
});
