import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from '../../support/listen.ts';
import { drawn } from '../../support/pictures.ts';

const TYPES: Record<string, string> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Sizes of pictures in their names: `/pictures/photo-400x300.png`. */
const PICTURE = /^\/pictures\/[^/]*?(\d+)x(\d+)\.png$/u;

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** URLs of pictures in their attributes and in styles. */
const REMOTE_PICTURE = /(<img\b[^>]*?\s(?:data-src|src)=["']?)((?:https?:)?\/\/[^"'\s>]+)/giu;

/** Starts a server with the packages of editors, generated pictures and pages of the given content. */
export async function startEditorServer(folders: readonly string[]) {
  const pages = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'Content-Type': type }).end(body);
    const [, width, height] = PICTURE.exec(pathname) ?? [];
    const page = pages.get(pathname);
    // The absolute path cannot leave the folder.
    const name = path.join('node_modules', path.normalize(decodeURIComponent(pathname)));
    const file = folders.map((folder) => path.join(folder, name)).find(isFile);
    if (page !== undefined) send('text/html; charset=utf-8', page);
    else if (width && height)
      send(
        'image/png',
        await drawn({ width: Number(width), height: Number(height) })
          .png()
          .toBuffer(),
      );
    else if (file) send(TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream', readFileSync(file));
    else response.writeHead(404).end();
  });
  const { origin, close } = await listen(server);
  return {
    origin,
    close,
    /** Replaces the remote pictures of HTML, which cannot be reached, with pictures of this server. */
    replacePictures: (html: string): string =>
      html.replace(
        REMOTE_PICTURE,
        (_, start, __, at) => `${start}${origin}/pictures/paste-${at}-300x200.png`,
      ),
    /** Serves a page with a body. Returns its URL. */
    serve(
      body: string,
      { styles = [] as readonly string[], css = '', scripts = [] as readonly string[] } = {},
    ): string {
      const url = `/shown/${pages.size + 1}`;
      const links = styles.map((one) => `<link rel="stylesheet" href="/${escapeAttribute(one)}">`);
      const tags = scripts.map((one) => `<script src="/${escapeAttribute(one)}"></script>`);
      const head = `<meta charset="utf-8">${links.join('')}<style>${css}</style>`;
      pages.set(
        url,
        `<!doctype html><html lang="zh-CN"><head>${head}</head><body>${body}${tags.join('')}</body></html>`,
      );
      return origin + url;
    },
  };
}

export type EditorServer = Awaited<ReturnType<typeof startEditorServer>>;
