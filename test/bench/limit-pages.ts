import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { listen } from '../support/listen.ts';

const STYLE = /<link rel="stylesheet"[^>]* href="([^"]+)"\/?>/gu;
const SCRIPT = /<script type="module"[^>]*><\/script>|<script>.*?<\/script>/gsu;

/** A page of the site as the quickest that it could be: its whole style stands inside, and it has no script. */
async function limitPage(base: string, path: string): Promise<Buffer> {
  const html = await (await fetch(base + path)).text();
  const [[, href = ''] = []] = html.matchAll(STYLE);
  if (href === '') throw new Error(`${path} names no style`);
  const style = await (await fetch(base + href)).text();
  const bare = html.replace(SCRIPT, '').replace(STYLE, '');
  return brotliCompressSync(bare.replace('</head>', () => `<style>${style}</style></head>`));
}

/** Serves such pages at their own addresses, and all else, their pictures say, as the site does. */
export async function startLimitPages(base: string, paths: readonly string[]) {
  const pages = new Map<string, Buffer>();
  for (const path of paths) pages.set(path, await limitPage(base, path));
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const page = pages.get(path);
    if (page) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' });
      response.end(page);
      return;
    }
    const answer = await fetch(base + path, { headers: { Accept: request.headers.accept ?? '*/*' } });
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'Content-Type': type }).end(await answer.bytes());
  });
  const { origin, close } = await listen(server);
  return { base: origin, [Symbol.asyncDispose]: close };
}
