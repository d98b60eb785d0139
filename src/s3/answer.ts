import { isGone, isWorthAnotherTry } from '../failures.ts';
import { readUpTo } from '../lib/read-up-to.ts';
import { MAX_XML_BYTES } from './limits.ts';
import { S3Failure } from './s3-failure.ts';
import { readXml } from './xml.ts';

/** Words of the store that are passed on; its sentences may repeat what was signed. */
const WORD = /^[\w.-]{1,64}$/u;
const NO_KEY = 'NoSuchKey';
/** What the line or its slowness did to a request, whatever their status says. */
const BY_THE_LINE = ['RequestTimeout', 'IncompleteBody', 'BadDigest', 'XAmzContentSHA256Mismatch'];

/** The elements of an XML answer; rejects where it is longer than any that the site asks for. */
export async function xmlOf(answer: Response, onMoved: () => void) {
  const body = await readUpTo(MAX_XML_BYTES, told(answer, onMoved));
  if (!body) throw new Error('the answer is too long');
  return readXml(body.toString('utf8'));
}

async function* told({ body }: Response, onMoved: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body ?? []) {
    onMoved();
    yield chunk;
  }
}

/**
 * What an answer that is no success means, by the code in its XML
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html), or by its status where it has none.
 */
export async function refusalOf(
  answer: Response,
  operation: string,
  onMoved: () => void,
): Promise<S3Failure> {
  const facts = new Map(await xmlOf(answer, onMoved).catch(() => []));
  const word = (name: string) => [facts.get(`Error/${name}`)].find((text) => text && WORD.test(text));
  const code = word('Code') ?? `status ${answer.status}`;
  const region = answer.headers.get('x-amz-bucket-region') ?? word('Region');
  if (code === NO_KEY || (isGone(answer.status) && code !== 'NoSuchBucket'))
    return new S3Failure('missing', operation, { code: 'ENOENT' });
  const isWorthIt = isWorthAnotherTry(answer.status) || BY_THE_LINE.includes(code);
  return new S3Failure(isWorthIt ? 'failed' : 'refused', operation, { code, region });
}
