import { xmlOf } from './answer.ts';
import type { Call } from './caller.ts';
import { S3Failure } from './s3-failure.ts';

/** Times in milliseconds since 1970, by the store's clock; `now` is that of its answer. `next` names the next page, if there is one. */
export type ListedPage = { keys: { key: string; changedAt: number }[]; now: number; next?: string };

type Asked = { prefix: string; mostInPage: number; next?: string };

/**
 * A page of the keys that begin with the prefix and have no slash behind it
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html).
 */
export const listPage = (call: Call, { prefix, mostInPage, next }: Asked): Promise<ListedPage> =>
  call(
    {
      operation: 'list',
      method: 'GET',
      query: {
        'list-type': '2',
        'max-keys': `${mostInPage}`,
        delimiter: '/',
        ...(prefix === '' ? {} : { prefix }),
        ...(next === undefined ? {} : { 'continuation-token': next }),
      },
    },
    async (answer, { moved }) => pageOf(await xmlOf(answer, moved), answer.headers.get('date')),
  );

function pageOf(elements: [string, string][], date: string | null): ListedPage {
  const all = new Map(elements);
  if (!all.has('/ListBucketResult')) throw new S3Failure('failed', 'list', { code: 'not a list' });
  const textsOf = (wanted: string) => elements.filter(([name]) => name === wanted).map(([, text]) => text);
  const times = textsOf('Contents/LastModified');
  const keys = textsOf('Contents/Key').map((key, at) => ({ key, changedAt: Date.parse(times[at] ?? '') }));
  const isCut = all.get('ListBucketResult/IsTruncated') === 'true';
  const next = isCut ? all.get('ListBucketResult/NextContinuationToken') : undefined;
  if (isCut && !next) throw new S3Failure('failed', 'list', { code: 'a list without its end' });
  return { keys, now: Date.parse(date ?? '') || Date.now(), next };
}
