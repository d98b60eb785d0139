import { expect, it } from 'vitest';
import { createMediaHosts } from './media-hosts.ts';
import { createMediaUrls, removeSignature } from './media-urls.ts';

const BASE = 'https://backend.internal/gateway';
const SECRET = 'a secret of the tests';

const SITE_URL = 'https://www.group.example';

const urlsWith = (secret = SECRET, baseUrl = BASE, allowed = ['*']) =>
  createMediaUrls({
    secret,
    baseUrl,
    siteUrl: SITE_URL,
    hosts: createMediaHosts({ baseUrl, allowed, onRefused: () => undefined }),
  });
const urls = urlsWith();

const hrefOf = (url: string, from = urls): string => from.href(url) ?? expect.fail(`${url} is refused`);
const partsOf = (href: string) => {
  const [, , token = '', name = ''] = href.split('/');
  return { token, name: decodeURIComponent(name) };
};
const back = (href: string, from = urls) => {
  const { token, name } = partsOf(href);
  return from.resolve(token, name);
};

it.each([
  ['/files/report-2030.pdf', 'report-2030.pdf', `${BASE}/files/report-2030.pdf`],
  ['https://cdn.example/a/b.png?x=1#y', 'b.png', 'https://cdn.example/a/b.png?x=1#y'],
  ['/files/年报 2030.pdf', '年报 2030.pdf', `${BASE}/files/年报 2030.pdf`],
  ['/files/a%2Fb.pdf', 'a/b.pdf', `${BASE}/files/a%2Fb.pdf`],
])('makes a URL of %s that ends in %s and resolves to the file', (url, name, absolute) => {
  const href = hrefOf(url);
  expect(href).toMatch(/^\/files\/[\w-]+\/[^/?#\s]+$/u);
  expect(partsOf(href).name).toBe(name);
  expect(back(href)).toBe(absolute);
});

it.each(['javascript:alert(1)', 'data:image/png;base64,AA', 'b.png', '', '\\\\host\\b.png'])(
  'does not turn %j into a URL',
  (url) => {
    expect(urls.href(url)).toBeUndefined();
  },
);

it('makes a different URL for each media file on an allowed host', () => {
  expect(urls.href('http://10.0.0.1/a.png')).toBeUndefined();
  expect(hrefOf(`${BASE}/a.png`)).toBe(hrefOf('/a.png'));
  expect(partsOf(hrefOf('/a.png')).token).not.toBe(partsOf(hrefOf('/b/a.png')).token);
});

it('makes the same URL for all signatures of a media file', () => {
  const [one, two] = ['one', 'two'].map((signature) => hrefOf(`/a.pdf?Expires=1&Signature=${signature}`));
  expect(one).toBe(two);
  expect(back(`${one}`)).toBe(`${BASE}/a.pdf`);
});

it("hides the backend's host from the media URL", () => {
  const url = 'https://backend.internal/other/b.png';
  const href = hrefOf(url);
  expect(back(href)).toBe(url);
  expect(Buffer.from(partsOf(href).token, 'base64url').toString('latin1')).not.toContain('internal');
});

it.each([
  ['年度报告 2030', '年度报告 2030.pdf'],
  ['a/b\\c\n.', 'a b c.pdf'],
  ['..', '9f3c.pdf'],
  ['长'.repeat(300), `${'长'.repeat(150)}.pdf`],
])('names a file %j like the editor, with its own extension', (given, name) => {
  const href = urls.href('/files/9f3c.pdf', given) ?? '';
  expect(partsOf(href).name).toBe(name);
  expect(back(href)).toBe(`${BASE}/files/9f3c.pdf`);
});

it('ignores the extension of a program in the name of a file', () => {
  expect(partsOf(urls.href('/down.do?id=3', '年报.pdf') ?? '').name).toBe('年报.pdf');
});

it('serves a signed file itself, because its link would expire', () => {
  const link = (query: string) => urls.linkHref(`https://cdn.example/a.pdf${query}`);
  expect(link('')).toBe('https://cdn.example/a.pdf');
  expect(link('?Expires=1&Signature=s')).toMatch(/^\/files\/.*\/a\.pdf$/u);
});

it('resolves a media file to the current URL of a backend that has moved', () => {
  expect(back(hrefOf('/a.png'), urlsWith(SECRET, 'http://127.0.0.1:1'))).toBe('http://127.0.0.1:1/a.png');
});

it('does not resolve the URL of a host that is no longer allowed', () => {
  const href = hrefOf('https://cdn.example/a.png');
  expect(back(href, urlsWith(SECRET, BASE, ['other.example']))).toBeUndefined();
});

const report = partsOf(hrefOf('/files/report.pdf'));

it('rejects a token with any character changed', () => {
  for (const at of [...report.token].keys()) {
    const changed = `${report.token.slice(0, at)}${report.token[at] === 'A' ? 'B' : 'A'}${report.token.slice(at + 1)}`;
    expect(urls.resolve(changed, report.name)).toBeUndefined();
  }
});

it.each(['', 'x'.repeat(38), report.token.slice(0, -1), `${report.token}=`, '../..'])(
  'rejects the malformed token %j',
  (other) => {
    expect(urls.resolve(other, report.name)).toBeUndefined();
  },
);

it('rejects a token of another secret or name', () => {
  expect(back(hrefOf('/files/report.pdf', urlsWith('another secret')))).toBeUndefined();
  for (const wrong of ['', 'other.pdf', 'REPORT.PDF', 'report.pdf/'])
    expect(urls.resolve(report.token, wrong)).toBeUndefined();
});

it.each(['/files/Report.DOCX?v=1', '/a.zip#x', `${BASE}/anything`, 'https://backend.internal/other/a'])(
  'turns links to %s into downloads of the site',
  (url) => {
    expect(back(urls.linkHref(url) ?? '')).toBe(url.startsWith('/') ? `${BASE}${url}` : url);
  },
);

it.each(['/en/news/7', '/about-us?file=a.pdf', 'https://backend.internal.example/a.pdf', 'mailto:a@b', ''])(
  'keeps links to %j',
  (url) => {
    expect(urls.linkHref(url)).toBe(url);
  },
);

it.each([
  [SITE_URL, true],
  [`${SITE_URL}/news?go=a#a.pdf`, true],
  [`${SITE_URL}/upload/a.pdf`, false],
])('keeps links to %s if the backend shares the host of the site: %s', (url, isKept) => {
  const shared = urlsWith(SECRET, `${SITE_URL}/admin`);
  expect(shared.linkHref(url) === url).toBe(isKept);
});

it.each(['https://backend.internal', 'https://backend.internal/?a=b', 'HTTPS://BACKEND.INTERNAL/#a'])(
  'drops links to %s, because they name only the backend',
  (url) => {
    expect(urls.linkHref(url)).toBeUndefined();
  },
);

it.each([
  ['http://10.0.0.1/a.pdf', 'http://10.0.0.1/a.pdf'],
  ['https://editor:word@backend.internal/a.pdf', undefined],
  ['javascript:alert(1)', undefined],
])("turns links to %s into %s and never into the backend's URL", (url, external) => {
  expect(urls.externalHref(url)).toBe(external);
});

const hosts = createMediaHosts({ allowed: [], onRefused: () => undefined });
const ofFolder = createMediaUrls({ secret: SECRET, siteUrl: SITE_URL, hosts });

it.each(['/files/report.pdf', '/files/年报.pdf?v=1'])(
  "resolves a content folder's URL to the file %s",
  (url) => {
    expect(back(hrefOf(url, ofFolder), ofFolder)).toBe(url);
  },
);

it.each(['mailto:a@b', '/en/news/7', `${SITE_URL}/a.pdf`])('leaves the link %s unchanged', (url) => {
  expect(ofFolder.linkHref(url)).toBe(url);
});

it.each([
  ['/a.pdf?X-Amz-Algorithm=A&X-Amz-Date=1&X-Amz-Expires=9&X-Amz-Signature=s', '/a.pdf'],
  ['https://b.oss.example/a.png?OSSAccessKeyId=k&Expires=1&Signature=s%2B', 'https://b.oss.example/a.png'],
  ['/a.png?x-oss-process=resize&x-oss-signature=s&x-oss-date=1', '/a.png?x-oss-process=resize'],
  ['/a.png?q-sign-algorithm=sha1&q-ak=k&q-sign-time=1;2&q-signature=s', '/a.png'],
  ['/a.png?q-signature=s&x-cos-security-token=t', '/a.png'],
  ['/a.png?wsSecret=s&wsTime=1', '/a.png'],
  ['/a.png?v=3&e=1700', '/a.png?v=3&e=1700'],
])('turns the signed URL %s into the identity %s', (signedUrl, identity) => {
  expect(removeSignature(signedUrl)).toBe(identity);
});

it('finds the newest signed URL of a file with the response that contains it', () => {
  for (const source of ['one', 'two'])
    urls.recordSigned(source, [
      { picUrl: `/a.pdf?sig=${source}`, list: [`http://10.0.0.1/b.pdf?sig=${source}`] },
    ]);
  expect(urls.findSigned(`${BASE}/a.pdf`)).toEqual({ url: `${BASE}/a.pdf?sig=two`, source: 'two' });
  expect(urls.findSigned('http://10.0.0.1/b.pdf').source).toBe('two');
  expect(urls.findSigned(`${BASE}/c.pdf`)).toEqual({ url: `${BASE}/c.pdf` });
});

it('does not look for signed URLs in long texts', () => {
  const text = `/d.pdf?${'x&'.repeat(5000)}sig=one`;
  urls.recordSigned('one', { text });
  expect(urls.findSigned(`${BASE}${removeSignature(text)}`).source).toBeUndefined();
});
