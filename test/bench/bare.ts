import { createServer } from 'node:http';
import { type Child, replyToParent, startChild } from '../support/child-process.ts';
import { listen } from '../support/listen.ts';
import { rawRequest } from '../support/raw-request.ts';

/** Alternating header names and values, and the bytes of the body. */
type StoredResponse = { headers: string[]; body: Uint8Array };

/** Headers that Node adds itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive'];

async function responseOf(url: string, headers: Record<string, string>): Promise<StoredResponse> {
  const { port, pathname, search } = new URL(url);
  const { rawHeaders, body } = await rawRequest(Number(port), pathname + search, { headers });
  const isOwn = (at: number) => OWN_HEADERS.includes(rawHeaders[at - (at % 2)]?.toLowerCase() ?? '');
  return { headers: rawHeaders.filter((_part, at) => !isOwn(at)), body };
}

export type Bare = Child & { copy: (url: string, headers: Record<string, string>) => Promise<string> };

/** Starts a process of plain `node:http` servers: `copy` serves the response of a URL and returns the new URL. */
export function startBare(): Bare {
  const child = startChild(import.meta.filename);
  return { ...child, copy: async (url, headers) => child.request<string>(await responseOf(url, headers)) };
}

/** Sends the same headers and bytes to every request. */
async function serve({ headers, body }: StoredResponse): Promise<string> {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  return `${(await listen(server)).origin}/`;
}

if (import.meta.main) replyToParent(serve);
