import http, { type RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { complaintsOf, withPage } from '../support/browser.ts';
import { serve } from '../support/serve.ts';

/** A worker as frameworks generate it: the pages come from its cache. */
const FORMER_WORKER = `
  addEventListener('install', (event) => event.waitUntil(caches.open('pages').then((cache) => cache.add('/'))));
  addEventListener('fetch', (event) => event.respondWith(
    caches.match(event.request).then((cached) => cached ?? fetch(event.request))));
`;

/** Serves a site that registers a worker at this path. */
const createFormerSite =
  (worker: string): RequestListener =>
  ({ url }, response) => {
    const isWorker = url === worker;
    response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html');
    const page = `<h1>Former site</h1><script>navigator.serviceWorker.register('${worker}')</script>`;
    response.end(isWorker ? FORMER_WORKER : page);
  };

const pipeTo =
  (origin: string): RequestListener =>
  ({ url, headers }, response) =>
    void http.get(`${origin}${url}`, { headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
    });

it.each(['/sw.js', '/service-worker.js'])(
  'removes the worker %s of a former site, so that the next page is new',
  (worker) =>
    withPage({}, async (page, { demo }) => {
      let site = createFormerSite(worker);
      const origin = await serve((request, response) => site(request, response));
      await page.goto(origin);
      await page.evaluate(() => navigator.serviceWorker.ready);
      site = (_request, response) => response.writeHead(503).end();
      await page.goto(origin);
      expect(await page.locator('h1').innerText()).toBe('Former site');

      site = pipeTo(demo);
      const complaints = complaintsOf(page);
      await page.goto(origin);
      const left = () =>
        page.evaluate(async () => [
          ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
          ...(await caches.keys()),
        ]);
      await expect.poll(left).toEqual([]);
      await page.goto(origin);
      expect(await page.locator('#_main h1').count()).toBe(1);
      expect(complaints).toEqual([]);
    }),
);
