import { expect, it } from 'vitest';
import { NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { linksIn } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const ID = '1792034567890123457';
const NEXT_ID = '1792034567890123458';

const answer = (data: string) => ({ body: `{"code": 0, "data": ${data}}` });
const ARTICLE = `{"id": ${ID}, "title": "Long", "content": "Text", "columnCode": "Insights",
  "publishTime": 1892034567890, "next": {"id": ${NEXT_ID}, "title": "Next"}}`;

it('keeps the digits of an id beyond 2^53 in links, paths and calls', async () => {
  site().fake.override(PATHS.articles, answer(`{"list": [${ARTICLE}], "total": 1}`));
  site().fake.override(PATHS.article, answer(ARTICLE));
  const list = await pageAt(site(), '/newsroom/insights');
  const path = `/newsroom/insights/${ID}`;
  expect(linksIn(list.main)).toContainEqual([path, 'Long']);
  const article = await pageAt(site(), path);
  expect(article.status).toBe(200);
  expect(site().fake.requests(PATHS.article).at(-1)?.query.get('id')).toBe(ID);
  expect(linksIn(article.main).map(([href]) => href)).toContain(`/newsroom/insights/${NEXT_ID}`);
  expect(article.mainText).toContain('2029年12月15日');
});

it('keeps the digits of an id beyond 2^53 in the payload of a page', async () => {
  site().fake.override(PATHS.articles, answer(`{"list": [${ARTICLE}], "total": 1}`));
  const { text } = await site().raw('/newsroom/insights/_payload.json');
  expect(text).toContain(`/newsroom/insights/${ID}`);
});

it('distinguishes menu items whose ids beyond 2^53 differ only in the last digit', async () => {
  site().fake.override(
    PATHS.menu,
    answer(`[{"id": ${ID}, "code": "One", "haveDetail": 1}, {"id": ${NEXT_ID}, "code": "Two", "haveDetail": 1},
        {"id": 3, "parentId": ${NEXT_ID}, "code": "Below", "haveDetail": 1}]`),
  );
  expect((await site().raw('/two/below')).status).toBe(200);
  expect((await site().raw('/one/below')).status).toBe(404);
});
