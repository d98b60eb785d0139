import { it } from 'vitest';
import { startSite } from '../support/site.ts';
import { readPage, textOf } from '../support/html.ts';
it('x', async () => {
  const site = await startSite();
  for (const a of ['/', '/en', '/newsroom', '/newsroom/press-room/p1', '/search?keyword=桥', '/nope', '/en/our-business', '/newsroom/insights/x%2Fy','/articles/loose']) {
    const r = await site.raw(encodeURI(decodeURI(a)));
    const p = readPage(r.text);
    console.log(a, r.status, p.lang, p.title, p.heading, p.meta('description'), p.canonical, p.alternates, p.switchHref, p.jsonLd.length);
  }
  const p = readPage((await site.get('/')).text);
  console.log(p.mainText);
  console.log(JSON.stringify(p.menu && textOf(p.menu)));
  console.log(site.lines.filter(l => l.msg !== 'request'));
  console.log((await site.get('/')).text);
  await site.close();
});
