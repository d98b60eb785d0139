import { describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { code, data, PATHS, type Reply } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const INFO = 30;

/** How a backend says that there is no such article. */
const NOTHING: [how: string, reply: Reply][] = [
  ['data null', data(null)],
  ['data missing', { body: '{"code":0,"msg":""}' }],
  ['code 404', code(404)],
];

let ids = 0;
const anotherId = () => {
  ids += 1;
  return `no-such-${ids}`;
};

describe.each(NOTHING)('an article for which the backend answers %s', (_how, reply) => {
  it('is not there, in both languages, and no warning', async () => {
    site().fake.override(PATHS.article, reply);
    for (const [language, address] of [
      ['zh', `/newsroom/insights/${anotherId()}`],
      ['en', `/en/newsroom/insights/${anotherId()}`],
      ['en', `/en/articles/${anotherId()}`],
    ] as const) {
      const page = await pageAt(site(), address);
      expectErrorPage(page, { status: 404, words: 'lost', language, address });
      const [line] = site().linesWith(`${page.headers['x-request-id']}`);
      expect(line).toMatchObject({ level: INFO, status: 404 });
    }
  });

  it('is asked for once in a language, however often and at whatever address it is visited', async () => {
    site().fake.override(PATHS.article, reply);
    const id = anotherId();
    const addresses = [`/newsroom/insights/${id}`, `/articles/${id}`, `/history/${id}/_payload.json`];
    const visits = addresses.flatMap((address) => [address, address, `/en${address}`]);
    await Promise.all(visits.map((address) => site().raw(address)));
    for (const address of visits) expect((await site().raw(address)).status).toBe(404);
    for (const language of ['zh', 'en'] as const)
      expect(
        site()
          .fake.asked(PATHS.article, language)
          .filter(({ query }) => query.get('id') === id),
      ).toHaveLength(1);
  });
});

it('any other failure of an article is asked for again', async () => {
  const id = anotherId();
  site().fake.override(PATHS.article, code(403));
  expect((await site().raw(`/articles/${id}`)).status).toBe(403);
  site().fake.override(PATHS.article, data({ id, title: 'Now here', content: 'C' }));
  expect((await pageAt(site(), `/articles/${id}`)).heading).toBe('Now here');
});

describe('with content that is fresh for a second', () => {
  const brief = siteForFile({ CONTENT_FRESH_S: '1' });

  it('an article that was not there is found soon after it was published', async () => {
    const id = anotherId();
    expect((await brief().raw(`/en/articles/${id}`)).status).toBe(404);
    brief().fake.override(PATHS.article, data({ id, title: 'Now here', content: 'C' }));
    await expect.poll(async () => (await brief().raw(`/en/articles/${id}`)).status).toBe(200);
  });

  it('an article that was taken back is gone, and its older answer does not stand in', async () => {
    const id = anotherId();
    brief().fake.override(PATHS.article, data({ id, title: 'Still here', content: 'C' }));
    expect((await brief().raw(`/en/articles/${id}`)).status).toBe(200);
    brief().fake.override(PATHS.article, data(null));
    await expect.poll(async () => (await brief().raw(`/en/articles/${id}`)).status).toBe(404);
  });
});
