import { expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { code, data, PATHS } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const brief = siteForFile({ CONTENT_FRESH_S: '1' });
const INFO = 30;

it.each([
  ['null', data(null)],
  ['missing data', { body: '{"code":0,"msg":""}' }],
  ['404', code(404)],
])('requests an article that the backend answers with %s only once per language', async (how, reply) => {
  site().fake.override(PATHS.article, reply);
  const id = `no-such-${how.length}`;
  const address = `/en/newsroom/insights/${id}`;
  const page = await pageAt(site(), address);
  expectErrorPage(page, { status: 404, error: 'lost', language: 'en', address });
  const [line] = site().linesWith(`${page.headers['x-request-id']}`);
  expect(line).toMatchObject({ level: INFO, status: 404 });
  const paths = [`/newsroom/insights/${id}`, `/articles/${id}`, `/history/${id}/_payload.json`];
  for (const path of paths.flatMap((one) => [one, one, `/en${one}`]))
    expect((await site().raw(path)).status).toBe(404);
  for (const language of ['zh', 'en'] as const) {
    const asked = site().fake.requests(PATHS.article, language);
    expect(asked.filter(({ query }) => query.get('id') === id)).toHaveLength(1);
  }
});

it('requests an article again after any other failure', async () => {
  site().fake.override(PATHS.article, code(403));
  expect((await site().raw('/articles/later')).status).toBe(403);
  site().fake.override(PATHS.article, data({ id: 'later', title: 'Now here', content: 'C' }));
  expect((await pageAt(site(), '/articles/later')).heading).toBe('Now here');
});

it('finds new and removed articles when the content is no longer fresh', async () => {
  const status = async (id: string) => (await brief().raw(`/en/articles/${id}`)).status;
  expect(await status('new')).toBe(404);
  brief().fake.override(PATHS.article, data({ id: 'new', title: 'Now here', content: 'C' }));
  await expect.poll(() => status('new')).toBe(200);
  brief().fake.override(PATHS.article, data(null));
  await expect.poll(() => status('new')).toBe(404);
});
