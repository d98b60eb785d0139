import { expect, it } from 'vitest';
import { createAssetHosts, type RefusedHost } from './asset-hosts.ts';

function hostsOf(...allowed: string[]) {
  const refused: RefusedHost[] = [];
  const hosts = createAssetHosts({
    baseUrl: 'http://127.0.0.1:48080/gateway',
    allowed,
    onRefused: (host) => refused.push(host),
  });
  return { ...hosts, refused, reachOf: (url: string) => hosts.reach(new URL(url)) };
}

it.each([
  [[], 'http://127.0.0.1:48080/a.png', 'any'],
  [['*'], 'http://127.0.0.1:48080/admin-api/a.png', 'any'],
  [[], 'https://cdn.example/a.png', undefined],
  [['*'], 'https://cdn.example/a.png', 'public'],
  [['*.example'], 'https://cdn.example/a.png', 'public'],
  [['cdn.example'], 'https://cdn.example/a.png', 'any'],
  [['*', '10.0.0.5:9000'], 'http://10.0.0.5:9000/a.png', 'any'],
  [['cdn.example'], 'https://editor@cdn.example/a.png', undefined],
  [['*'], 'https://u:p@127.0.0.1:48080/a.png', undefined],
  [['*'], 'ftp://cdn.example/a.png', undefined],
  [['*'], 'http://cdn.example:25/a.png', undefined],
  [['*'], 'http://cdn.example:443/a.png', 'public'],
  [['*'], 'https://cdn.example:8443/a.png', 'public'],
  [['*', 'cdn.example:81'], 'http://cdn.example:81/a.png', 'any'],
  [['*'], `https://${'a'.repeat(60)}.${'b.'.repeat(120)}example/a.png`, undefined],
])('decides with ASSET_HOSTS=%j that %s may have %s address', (allowed, url, reach) => {
  expect(hostsOf(...allowed).reachOf(url)).toBe(reach);
});

it.each([
  'http://127.0.0.1/',
  'http://127.0.0.1:48081/',
  'http://localhost:48080/',
  'http://a.localhost/',
  'http://0/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://127.0.0.1./',
  'http://１２７.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://169.254.169.254/',
])('requires a rule of ASSET_HOSTS that names a private address: %s', (url) => {
  expect(hostsOf('*').reachOf(url)).toBeUndefined();
  expect(hostsOf('*', new URL(url).host.replace(/\.(?=:|$)/u, '')).reachOf(url)).toBe('any');
});

it('refuses an asset host under a wildcard once it has turned out to have no public address', () => {
  const { reachOf, isNotPublic } = hostsOf('*', 'named.example');
  expect(reachOf('https://inner.example/')).toBe('public');
  isNotPublic('inner.example');
  isNotPublic('named.example');
  expect(reachOf('https://inner.example:8443/')).toBeUndefined();
  expect(reachOf('https://named.example/')).toBe('any');
});

it('reports a refused asset host once', () => {
  const { reachOf, isNotPublic, refused } = hostsOf('*.example');
  for (const path of ['a', 'b']) {
    reachOf(`https://cdn.other/${path}`);
    reachOf(`http://in.example/${path}`);
    isNotPublic('in.example');
  }
  expect(refused).toEqual([
    { host: 'cdn.other', reason: 'not in ASSET_HOSTS' },
    { host: 'in.example', reason: 'no public address' },
  ]);
});
