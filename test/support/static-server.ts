import { createServer } from 'node:http';
import path from 'node:path';
import express from 'express';
import { failures } from '../../src/lib/failures.ts';
import { listen } from './listen.ts';

/** Starts a static file server with what all hosts provide: `index.html`, a redirect to the slash of a folder, `404.html`. */
export async function startStaticServer(folder: string) {
  const app = express().use(express.static(folder), (_request, response) => {
    response.status(failures.notFound.status).sendFile(path.join(folder, '404.html'));
  });
  const { port, close } = await listen(createServer(app));
  return { base: `http://127.0.0.1:${port}`, close };
}
