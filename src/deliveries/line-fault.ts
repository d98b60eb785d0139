const PLAIN_WORDS: Record<string, string> = {
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  HTTPParserError: 'what came is no HTTP',
  TimeoutError: 'it took too long',
};

/** Why `fetch` got no answer, without the address that was asked. */
export function lineFault(error: unknown): string {
  const { code, name } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  // What the platform throws has numbers for codes.
  const word = typeof code === 'string' ? code : name;
  return PLAIN_WORDS[word] ?? word;
}
