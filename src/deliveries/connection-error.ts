/** What `fetch` says of a redirect where it is told to follow none. */
const UNFOLLOWED = 'unexpected redirect';

const PLAIN_WORDS: Record<string, string> = {
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  HTTPParserError: 'what came is no HTTP',
  TimeoutError: 'it took too long',
};

/** Why `fetch` got no answer, without the address that was asked. */
export function lineFault(error: unknown): string {
  const { code, name, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (message === UNFOLLOWED) return 'a redirect, which is not followed';
  // What the platform throws has numbers for codes.
  const word = typeof code === 'string' ? code : name;
  return PLAIN_WORDS[word] ?? word;
}
