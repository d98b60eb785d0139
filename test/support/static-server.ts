import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { failures } from '../../src/lib/failures.ts';
import { listen } from './listen.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
};

/**
 * What all static hosts do: a folder's `index.html`, a slash behind a folder's name, `404.html`, texts compressed, and no look
 * at a query.
 */
export async function startStaticServer(folder: string) {
  const kindOf = (name: string) => {
    const facts = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return facts?.isDirectory() ? 'folder' : facts && 'file';
  };
  const server = createServer((request, response) => {
    const [address = '/'] = (request.url ?? '/').split('?');
    const name = decodeURIComponent(address);
    if (kindOf(name) === 'folder' && !name.endsWith('/')) {
      response.writeHead(301, { location: `${address}/` }).end();
      return;
    }
    const asked = name.endsWith('/') ? `${name}index.html` : name;
    const isThere = kindOf(asked) === 'file';
    const file = isThere ? asked : '404.html';
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    const isText = /^text|json|xml/u.test(type);
    response.writeHead(isThere ? 200 : failures.notFound.status, {
      'content-type': type,
      ...(isText && { 'content-encoding': 'gzip' }),
    });
    const content = createReadStream(path.join(folder, file));
    if (isText) content.pipe(createGzip()).pipe(response);
    else content.pipe(response);
  });
  const { port, close } = await listen(server);
  return { base: `http://127.0.0.1:${port}`, port, close };
}
