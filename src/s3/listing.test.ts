import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../test/support/fake-s3.ts';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { newFileName } from '../lib/identifiers.ts';
import { createBucket } from './bucket.ts';
import { KEYS_IN_PAGE } from './limits.ts';
import { groundOf } from './testing/ground.ts';

const fake = fakeS3ForFile();
const ground = (prefix?: string) => groundOf(fake(), prefix);

describe('the list of what is stored', () => {
  const contents = (keys: string[], at = '2026-01-01T00:00:00.000Z') =>
    keys.map((key) => `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`).join('');

  /** A store of so many keys under a prefix, which it lists by pages. */
  const lists =
    (keys: string[]): Behaviour =>
    (request, response) => {
      const asked = new URL(request.url ?? '', 'http://localhost').searchParams;
      const from = Number(asked.get('continuation-token') ?? 0);
      const end = from + Number(asked.get('max-keys'));
      const next = `<IsTruncated>true</IsTruncated><NextContinuationToken>${end}</NextContinuationToken>`;
      const list = `${contents(keys.slice(from, end))}${end < keys.length ? next : ''}`;
      response.end(`<?xml version="1.0"?><ListBucketResult>${list}</ListBucketResult>`);
    };

  it('comes in pages, and takes what has a name of the site’s alone', async () => {
    const { uploads } = await ground('p/');
    const names = Array.from({ length: 2 * KEYS_IN_PAGE + 1 }, () => newFileName());
    fake().behave(lists(['p/', ...names.map((name) => `p/${name}`), 'p/&amp;.pdf', 'p/x']));
    const pages: string[][] = [];
    for await (const page of uploads.untouchedSince(Date.now())) pages.push(page);
    expect(pages.map(({ length }) => length)).toEqual([KEYS_IN_PAGE - 1, KEYS_IN_PAGE, 2]);
    expect(pages.flat()).toEqual(names);
  });

  it('comes in pages from a store that names them itself', async () => {
    const { uploads, incoming } = await ground('paged/');
    const names: string[] = [];
    for (let count = 0; count < 5; count += 1)
      names.push(await uploads.commit(await incoming(Buffer.from('abc'))));
    const pages: string[][] = [];
    for await (const { keys } of createBucket(fake().settings()).list('paged/', 2))
      pages.push(keys.map(({ key }) => key.slice('paged/'.length)));
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(names.sort());
  });

  it('keeps two sites apart, also where the prefix of one is none', async () => {
    const sites = [await ground('a/'), await ground('ab/'), await ground('')];
    const names = await Promise.all(
      sites.map(async ({ uploads, incoming }) => uploads.commit(await incoming(Buffer.from('abc')))),
    );
    expect(await Promise.all(sites.map(({ stored }) => stored()))).toEqual(names.map((name) => [name]));
    const [one, other] = sites;
    await expect(other?.uploads.open(names[0] ?? '')).rejects.toMatchObject({ code: 'ENOENT' });
    await other?.uploads.remove(names[0] ?? '');
    expect(await one?.stored()).toEqual([names[0]]);
  });

  it('goes by the store’s clock', async () => {
    const { uploads } = await ground('');
    const storesNow = Date.now() + 86_400_000;
    const changed = new Date(storesNow - 5000).toISOString();
    fake().behave((_request, response) => {
      response.setHeader('date', new Date(storesNow).toUTCString());
      response.end(`<ListBucketResult>${contents([newFileName()], changed)}</ListBucketResult>`);
    });
    const untouched = async (ago: number) => {
      let count = 0;
      for await (const page of uploads.untouchedSince(Date.now() - ago)) count += page.length;
      return count;
    };
    expect(await untouched(60_000)).toBe(0);
    expect(await untouched(1000)).toBe(1);
  });

  it.each([
    ['is no XML', 'hello', 'not a list'],
    ['is a page of HTML', '<html><ListBucketResult></ListBucketResult></html>', 'not a list'],
    [
      'does not say how it goes on',
      '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
      'without its end',
    ],
    ['is longer than any', 'x'.repeat(5_000_000), 'S3 list'],
  ])('is a failure where it %s', async (_what, text, reason) => {
    const { stored } = await ground();
    fake().behave((_request, response) => response.end(text));
    await expect(stored()).rejects.toThrow(reason);
  });
});
