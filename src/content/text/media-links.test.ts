import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { cleanHtml } from './rich-text.ts';
import { OPTIONS } from './testing/options.ts';

const clean = (html: string) => cleanHtml(html, OPTIONS);
/** Returns the text and the target of the only link, and what was removed. */
function linkIn(html: string) {
  const { html: parts, text, removed } = clean(html);
  const [, href] = /href="([^"]*)"/u.exec(parts.join('')) ?? [];
  return [text, href?.replaceAll('&amp;', '&'), removed];
}

const WECHAT = 'https://mp.weixin.qq.com';
const MAP = (location: string) =>
  `https://api.map.baidu.com/marker?location=${location}&title=${location}&content=${location}&output=html`;

it.each([
  [
    '<iframe data-src="/mp/readtemplate?vid=1"></iframe>',
    'frame: mp.weixin.qq.com',
    `${WECHAT}/mp/readtemplate?vid=1`,
  ],
  [
    '<iframe class="vote_iframe" src="/cgi-bin/v"></iframe>',
    'frame: mp.weixin.qq.com',
    `${WECHAT}/cgi-bin/v`,
  ],
  [
    '<iframe src="/ueditor/dialogs/map/show.html#center=116.4,39.9&zoom=10&markers=116.5,39.8&x=1"></iframe>',
    'frame: api.map.baidu.com',
    MAP('39.8,116.5'),
  ],
  [
    '<iframe src="http://a.example/plugins/baidumap/index.html?center=121.47%2C31.23&zoom=11"></iframe>',
    'frame: api.map.baidu.com',
    MAP('31.23,121.47'),
  ],
  [
    '<qqmusic mid="001A" music_name="Jasmine" src="/cgi-bin/q"></qqmusic>',
    'audio: Jasmine',
    'https://y.qq.com/n/ryqq/songDetail/001A',
  ],
  [
    '<mp-common-mpaudio name="Talk" voice_encode_fileid="M="></mp-common-mpaudio>',
    'audio: Talk',
    'https://res.wx.qq.com/voice/getvoice?mediaid=M%3D',
  ],
  [
    '<mp-common-videosnap data-url="https://v.example/1" data-nickname="Li" data-desc="A day"></mp-common-videosnap>',
    'video: A day',
    'https://v.example/1',
  ],
  ['<mpvideo src="/mp/v" title="Film"></mpvideo>', 'video: Film', `${WECHAT}/mp/v`],
])('links the frame or card %s as "%s" to %s', (html, text, href) => {
  expect(linkIn(html)).toEqual([text, href, []]);
});

it.each([
  ['<mp-common-profile data-nickname="Lanxi"></mp-common-profile>', 'Lanxi'],
  ['<section><mpprofile data-nickname="Lanxi"></mpprofile></section>', 'Lanxi'],
  [
    '<mp-miniprogram data-miniprogram-nickname="Lanxi" data-miniprogram-title="Tickets"></mp-miniprogram>',
    'Tickets',
  ],
  ['<mp-common-poi data-name="Tower" data-address="Road 1"></mp-common-poi>', 'Tower Road 1'],
])('shows the name of the card %s: %s', (html, text) => {
  expect(linkIn(`<p>a</p>${html}<p>b</p>`)).toEqual([`a\n${text}\nb`, undefined, []]);
});

it.each(['mpcps', 'mp-common-product'])('reports the card <%s>, which has no name', (tag) => {
  expect(linkIn(`<${tag} data-x="1"></${tag}>`)).toEqual(['', undefined, [`<${tag}> `]]);
});

it.each([
  ['<marquee>News</marquee>today', 'News\ntoday'],
  ['<div><oembed>https://v.example/1</oembed></div>', 'https://v.example/1'],
  ['<w:WordDocument><w:View>Normal</w:View><w:Kerning/></w:WordDocument><p>a</p>', 'a'],
  ['<w:View>Normal</w:View><o:Author>Li</o:Author><p>a</p>', 'a'],
  ['<p><w:wrap type="square"/>a<o:p>b</o:p></p><p><w:sdt>c</w:sdt><o:p/>d</p>', 'ab\ncd'],
])('reads the text of %s as %j', (html, text) => {
  expect(clean(html).text).toBe(text);
});

it('replaces a long URL of a map in linear time', () => {
  const url = 'map/show.html?center='.repeat(20_000);
  expect(cpuMsOf(() => clean(`<iframe src="${url}"></iframe>`))).toBeLessThan(1000);
});
