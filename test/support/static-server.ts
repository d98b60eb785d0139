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
 * Starts a static file server with what all hosts provide: `index.html`, a redirect to the slash of a folder, `404.html`,
 * compression. Ignores the query.
 */
export async function startStaticServer(folder: string) {
  const kindOf = (name: string) => {
    const stats = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return stats?.isDirectory() ? 'folder' : stats && 'file';
  };
  const server = createServer((request, response) => {
    const [address = '/'] = (request.url ?? '/').split('?');
    const name = decodeURIComponent(address);
    if (kindOf(name) === 'folder' && !name.endsWith('/')) {
      response.writeHead(301, { location: `${address}/` }).end();
      return;
    }
    const target = name.endsWith('/') ? `${name}index.html` : name;
    const exists = kindOf(target) === 'file';
    const file = exists ? target : '404.html';
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    const isText = /^text|json|xml/u.test(type);
    response.writeHead(exists ? 200 : failures.notFound.status, {
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
