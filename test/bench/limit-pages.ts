import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { listen } from '../support/listen.ts';

const STYLE = /<link rel="stylesheet"[^>]* href="([^"]+)"\/?>/gu;
const SCRIPT = /<script type="module"[^>]*><\/script>|<script>.*?<\/script>/gsu;

/** Builds a page with inline styles and without scripts, which paints as fast as its content allows. */
async function limitPage(base: string, path: string): Promise<Buffer> {
  const html = await (await fetch(base + path)).text();
  const [[, href = ''] = []] = html.matchAll(STYLE);
  if (href === '') throw new Error(`${path} has no stylesheet`);
  const style = await (await fetch(base + href)).text();
  const bare = html.replace(SCRIPT, '').replace(STYLE, '');
  return brotliCompressSync(bare.replace('</head>', () => `<style>${style}</style></head>`));
}

/** Serves limit pages at their paths and passes all other requests to the site. */
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
    const original = await fetch(base + path, { headers: { Accept: request.headers.accept ?? '*/*' } });
    const type = original.headers.get('content-type') ?? '';
    response.writeHead(original.status, { 'Content-Type': type }).end(await original.bytes());
  });
  const { origin, close } = await listen(server);
  return { base: origin, [Symbol.asyncDispose]: close };
}
