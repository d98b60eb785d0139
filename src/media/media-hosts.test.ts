import { expect, it, onTestFinished } from 'vitest';
import { fakeDns } from '../../test/support/fake-dns.ts';
import { words } from '../../test/support/words.ts';
import { createMediaHosts, isPublicAddress } from './media-hosts.ts';

function hostsOf(...allowed: string[]) {
  const refused: { host: string; reason: string }[] = [];
  const hosts = createMediaHosts({
    baseUrl: 'http://127.0.0.1:48080/gateway',
    allowed,
    onRefused: (host) => refused.push(host),
  });
  return { ...hosts, refused, reachOf: (url: string) => hosts.reach(new URL(url)) };
}

it.each([
  [[], 'http://127.0.0.1:48080/a.png', 'any'],
  [[], 'https://cdn.example/a.png', undefined],
  [['*'], 'https://cdn.example/a.png', 'public'],
  [['cdn.example'], 'https://cdn.example/a.png', 'any'],
  [['*', '10.0.0.5:9000'], 'http://10.0.0.5:9000/a.png', 'any'],
  [['cdn.example'], 'https://editor@cdn.example/a.png', undefined],
  [['*'], 'ftp://cdn.example/a.png', undefined],
  [['*'], 'http://cdn.example:25/a.png', undefined],
  [['*'], 'https://cdn.example:8443/a.png', 'public'],
  [['*'], `https://${'a'.repeat(60)}.${'b.'.repeat(120)}example/a.png`, undefined],
])('decides with ASSET_HOSTS=%j that %s may have %s address', (allowed, url, reach) => {
  expect(hostsOf(...allowed).reachOf(url)).toBe(reach);
});

it.each([
  'http://127.0.0.1/',
  'http://localhost:48080/',
  'http://a.localhost/',
  'http://0x7f000001/',
  'http://１２７.0.0.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://169.254.169.254/',
])('requires an exact rule of ASSET_HOSTS for a private address: %s', (url) => {
  expect(hostsOf('*').reachOf(url)).toBeUndefined();
  expect(hostsOf('*', new URL(url).host.replace(/\.(?=:|$)/u, '')).reachOf(url)).toBe('any');
});

it('reports a refused media host once', () => {
  const { reachOf, refused } = hostsOf('*.example');
  for (const path of ['a', 'b']) reachOf(`https://cdn.other/${path}`);
  expect(refused).toEqual([{ host: 'cdn.other', reason: 'not in ASSET_HOSTS' }]);
});

const PUBLIC = `
  1.1.1.1 172.15.0.1 172.32.0.1 100.128.0.1 2400:3200::1 2606:4700:4700::1111 ::ffff:1.1.1.1 64:ff9b::1.1.1.1
`;
const OTHER = `
  0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255
  192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1
  255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:0:7f00:1 64:ff9b::127.0.0.1
  64:ff9b:1::1.1.1.1 100::1 2001::1 2001:db8::1 2002:101:101:: 3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254
  fe80::1 fe80::1%eth0 fec0::1 ff02::1 localhost 127.1 0x7f000001 2130706433
`;

it.each([
  ...words(PUBLIC).map((address) => [address, true] as const),
  ...[...words(OTHER), ''].map((address) => [address, false] as const),
])('decides if %j is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

/** Returns the result of a DNS lookup of a name with these addresses. */
function lookedUp(hosts: ReturnType<typeof hostsOf>, addresses: string[]) {
  const { restore } = fakeDns({ 'cdn.example': [addresses] });
  onTestFinished(restore);
  return new Promise<{ error: unknown; found: unknown }>((done) => {
    hosts.lookup('cdn.example', {}, (error, found) => done({ error, found }));
  });
}

it('returns only public addresses from a DNS lookup', async () => {
  const addresses = ['127.0.0.1', '1.1.1.1', 'fd00::1', '2400:3200::1'];
  const { error, found } = await lookedUp(hostsOf('*'), addresses);
  expect(error).toBeNull();
  expect(found).toEqual([
    { address: '1.1.1.1', family: 4 },
    { address: '2400:3200::1', family: 6 },
  ]);
});

it('refuses a host under a wildcard after a DNS lookup without a public address', async () => {
  const hosts = hostsOf('*');
  expect(hosts.reachOf('https://cdn.example/')).toBe('public');
  const { error } = await lookedUp(hosts, ['127.0.0.1', '::1']);
  expect(error).toMatchObject({ kind: 'refusedMedia' });
  expect(hosts.reachOf('https://cdn.example:8443/')).toBeUndefined();
  expect(hosts.refused).toEqual([{ host: 'cdn.example', reason: 'no public address' }]);
});

it('fails with the resolver’s error if the name does not exist', async () => {
  const hosts = hostsOf('*');
  expect(String((await lookedUp(hosts, [])).error)).toContain('no such name');
  expect(hosts.refused).toEqual([]);
});
