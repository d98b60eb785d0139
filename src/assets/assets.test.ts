import { describe, expect, it } from 'vitest';
import { createAssetHosts } from './asset-hosts.ts';
import { createAssets } from './assets.ts';

const BASE = 'https://backend.internal/gateway';
const SECRET = 'a secret of the tests';

const assetsOf = (secret = SECRET, baseUrl = BASE, allowed = ['*']) =>
  createAssets({
    secret,
    baseUrl,
    hosts: createAssetHosts({ baseUrl, allowed, onRefused: () => undefined }),
  });
const assets = assetsOf();

const hrefOf = (url: string, from = assets): string => from.href(url) ?? expect.fail(`${url} has no address`);
const partsOf = (href: string) => {
  const [, , token = '', name = ''] = href.split('/');
  return { token, name: decodeURIComponent(name) };
};
const back = (href: string, from = assets) => {
  const { token, name } = partsOf(href);
  return from.resolve(token, name);
};

describe('addresses of assets', () => {
  it.each([
    ['/files/report-2030.pdf', 'report-2030.pdf', `${BASE}/files/report-2030.pdf`],
    [`${BASE}/files/report-2030.pdf`, 'report-2030.pdf', `${BASE}/files/report-2030.pdf`],
    ['https://cdn.example/a/b.png?x=1#y', 'b.png', 'https://cdn.example/a/b.png?x=1#y'],
    ['//cdn.example/b.png', 'b.png', 'https://cdn.example/b.png'],
    ['/files/年报 2030.pdf', '年报 2030.pdf', `${BASE}/files/年报 2030.pdf`],
    ['/files/%E5%B9%B4%E6%8A%A5.pdf', '年报.pdf', `${BASE}/files/%E5%B9%B4%E6%8A%A5.pdf`],
    ['/files/100%.pdf', '100%.pdf', `${BASE}/files/100%.pdf`],
    ['/files/a%2Fb.pdf', 'a/b.pdf', `${BASE}/files/a%2Fb.pdf`],
    ['/get?id=7', 'get', `${BASE}/get?id=7`],
    ['https://cdn.example', 'file', 'https://cdn.example/'],
    ['/', 'file', `${BASE}/`],
    ['/a/?q=/x.pdf', 'a', `${BASE}/a/?q=/x.pdf`],
  ])('makes an address of %s that ends in %s and resolves to the asset', (url, name, absolute) => {
    const href = hrefOf(url);
    expect(href).toMatch(/^\/files\/[\w-]+\/[^/?#\s]+$/u);
    expect(partsOf(href).name).toBe(name);
    expect(back(href)).toBe(absolute);
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
    'ftp://a/b',
    'b.png',
    '',
    '#x',
    'http://',
    '\\\\host\\b.png',
    'http://10.0.0.1/a.png',
    'http://localhost/a.png',
    'https://editor:word@cdn.example/a.png',
  ])('makes no address of %j', (url) => {
    expect(assets.href(url)).toBeUndefined();
  });

  it('makes the same address for the same asset and another one for another asset', () => {
    expect(hrefOf('/a.png')).toBe(hrefOf('/a.png'));
    expect(partsOf(hrefOf('/a.png')).token).not.toBe(partsOf(hrefOf('/b/a.png')).token);
  });

  it('makes the same address for an absolute and a relative URL of the backend', () => {
    expect(hrefOf(`${BASE}/a.png`)).toBe(hrefOf('/a.png'));
  });

  it.each([
    ['an allowed host', 'https://cdn.internal/a/b.png'],
    ['an allowed host with its port', 'https://cdn.internal:443/a/b.png'],
    ['an allowed host with a trailing dot', 'https://cdn.internal./a/b.png'],
    ['an allowed port', 'http://10.0.0.5:9000/a/b.png'],
    ["the backend's host outside its base", 'https://backend.internal/other/b.png'],
    ['a query', '/a/b.png?key=10.0.0.5'],
  ])('hides %s from the address', (_, url) => {
    const from = assetsOf(SECRET, BASE, ['*', 'cdn.internal', '10.0.0.5:9000']);
    const href = hrefOf(url, from);
    expect(back(href, from)).toBe(url.startsWith('/') ? BASE + url : new URL(url).href);
    const { token } = partsOf(href);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/internal|10\.0\.0\.5/u);
  });

  it('uses 16 characters for the signature and those of the path', () => {
    const folder = Buffer.from('/files/').toString('base64url');
    expect(partsOf(hrefOf('/files/report.pdf')).token).toMatch(new RegExp(`^.{16}${folder}$`, 'u'));
    expect(partsOf(hrefOf('/files/年报 2030.pdf')).token).toMatch(new RegExp(`^.{16}${folder}$`, 'u'));
  });

  it('resolves to nothing if another host has taken the number of its host', () => {
    const href = hrefOf('https://a.example/b.png', assetsOf(SECRET, BASE, ['a.example', 'c.example']));
    expect(back(href, assetsOf(SECRET, BASE, ['c.example', 'a.example']))).toBeUndefined();
  });

  it('resolves tokens of earlier releases', () => {
    const token = 'eGGlGLejfoOjz3J45I5tmqaEhhc2Zhpt9Lih-dBlLsocwV5RGgXwc_Bve9M4';
    expect(assets.resolve(token, 'report.pdf')).toBe(`${BASE}/files/report.pdf`);
    expect(assets.resolve(token, 'other.pdf')).toBeUndefined();
  });

  it('resolves to the current address of a backend that has moved', () => {
    const moved = assetsOf(SECRET, 'http://127.0.0.1:1');
    expect(back(hrefOf(`${BASE}/a.png`), moved)).toBe('http://127.0.0.1:1/a.png');
  });
});

describe('plain addresses of files', () => {
  it.each([
    ['http://10.0.0.1/a.pdf', 'http://10.0.0.1/a.pdf'],
    ['//cdn.example/a.pdf', 'https://cdn.example/a.pdf'],
    ['https://editor:word@backend.internal/a.pdf', undefined],
    ['javascript:alert(1)', undefined],
    ['a.pdf', undefined],
  ])('reads the plain address of %s as %s and never names the backend', (url, external) => {
    expect(assets.externalHref(url)).toBe(external);
  });
});

it('does not resolve a token for a host that is no longer allowed', () => {
  const href = hrefOf('https://cdn.example/a.png');
  expect(back(href, assetsOf(SECRET, BASE, ['cdn.example']))).toBe('https://cdn.example/a.png');
  expect(back(href, assetsOf(SECRET, BASE, ['other.example']))).toBeUndefined();
});

describe('tokens', () => {
  const { token, name } = partsOf(hrefOf('/files/report.pdf'));
  const changed = (at: number) =>
    `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;

  it.each([...token].map((_, at) => at))('rejects a token that is changed at %d', (at) => {
    expect(assets.resolve(changed(at), name)).toBeUndefined();
  });

  it.each([
    '',
    'A',
    'x'.repeat(38),
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    ` ${token}`,
    token.replace(/.$/u, '!'),
    'é',
    '../..',
  ])('rejects the token %j', (other) => {
    expect(assets.resolve(other, name)).toBeUndefined();
  });

  it('rejects a token of another secret', () => {
    const other = assetsOf('another secret');
    expect(back(hrefOf('/files/report.pdf', other))).toBeUndefined();
  });

  it.each(['', 'other.pdf', 'REPORT.PDF', 'report.pdf/', 'report.html'])(
    'rejects a token with the name %j',
    (wrong) => {
      expect(assets.resolve(token, wrong)).toBeUndefined();
    },
  );
});

describe('links to assets', () => {
  it.each([
    ['/files/report.pdf'],
    ['/files/Report.DOCX?v=1'],
    ['/a.zip#x'],
    [`${BASE}/anything`],
    [`${BASE}/report.pdf`],
    ['https://backend.internal/other/a'],
    ['https://backend.internal/gatewayer/a.pdf'],
  ])('makes the link to %s a download of the site', (url) => {
    expect(back(assets.linkHref(url) ?? '')).toBe(url.startsWith('/') ? `${BASE}${url}` : url);
  });

  it.each([
    '/about-us',
    '/en/news/7',
    '/about-us?file=a.pdf',
    '/#a.pdf',
    'https://example.com/a.pdf',
    'https://backend.internal.example/a.pdf',
    'mailto:a@example.com',
    '#top',
    '',
  ])('keeps the link to %j', (url) => {
    expect(assets.linkHref(url)).toBe(url);
  });

  it.each(['https://backend.internal', 'https://backend.internal/?a=b', 'HTTPS://BACKEND.INTERNAL/#a'])(
    'drops the link to %s, which names only the backend',
    (url) => {
      expect(assets.linkHref(url)).toBeUndefined();
    },
  );
});
