import { Failure } from '../failures.ts';

/**
 * Why a call of the store failed: `missing`: there is no such key; `refused`: by the store's rules, so that another try would be
 * too; `failed`: the store does not do its part; `noAnswer`: none came, or half of one.
 */
export type S3FailureKind = 'missing' | 'refused' | 'failed' | 'noAnswer';

type Facts = { code: string; region?: string; cause?: unknown };

/** `code` is ENOENT for a missing key, else the store's own word or that of the line; `region` is the right one, if it was told. */
export class S3Failure extends Failure {
  readonly code: string;
  readonly region: string | undefined;
  readonly s3Kind: S3FailureKind;

  constructor(s3Kind: S3FailureKind, operation: string, { code, region, cause }: Facts) {
    super('storage', { cause });
    this.name = 'S3Failure';
    this.message = `S3 ${operation}: ${s3Kind === 'noAnswer' ? `no answer (${code})` : code}`;
    this.s3Kind = s3Kind;
    this.code = code;
    this.region = region;
  }
}

const PLAIN_WORDS: Record<string, string> = {
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut short',
  HTTPParserError: 'no HTTP',
  TimeoutError: 'took too long',
};

/** What `fetch` says of an answer that leads elsewhere, where it must not. */
const REDIRECT = 'unexpected redirect';

/** What `fetch` or the reading of an answer threw, in a word: neither the address nor what was signed. */
export function asS3Failure(error: unknown, operation: string): S3Failure {
  if (error instanceof S3Failure) return error;
  const { code, name, message } = ((error as Error | null)?.cause ?? error ?? {}) as NodeJS.ErrnoException;
  if (message === REDIRECT) return new S3Failure('refused', operation, { code: 'redirect', cause: error });
  // What the platform throws has numbers for codes.
  const word = typeof code === 'string' ? code : (name ?? 'Error');
  return new S3Failure('noAnswer', operation, { code: PLAIN_WORDS[word] ?? word, cause: error });
}
