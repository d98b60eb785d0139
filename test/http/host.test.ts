import { describe, expect, it } from 'vitest';
import { exchange } from '../stress/attack/support/exchange.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const OWN = 'www.group.example';

function send(target: string, hosts: readonly string[] = [OWN], method = 'GET') {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...hosts.map((host) => `Host: ${host}`),
    'Connection: close',
  ];
  return exchange(site().port, Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
}

/** One page is served from cached bytes, the other by the app. */
describe.each([
  ['a cached page', '/en/history'],
  ['a page without cache', '/en/search?keyword=bridge'],
])('a request of %s', (_, path) => {
  it.each([[[]], [[OWN, OWN]], [[OWN, 'evil.example']], [['evil.example', OWN]]])(
    'a request with the hosts %j returns 400',
    async (hosts) => {
      await site().raw(path);
      const { status, head, text } = await send(path, hosts);
      expect(status).toBe(400);
      expect(head).toContain('Content-Security-Policy');
      expect(text).not.toContain('evil.example');
    },
  );

  it.each([`http://${OWN}`, 'HTTPS://WWW.Group.Example', 'http://[::1]:3000', 'http://other.example'])(
    'a request for an absolute URL is answered by its path: %s',
    async (origin) => {
      const { status, text } = await site().raw(path);
      const answer = await send(`${origin}${path}`);
      expect([answer.status, answer.text]).toEqual([status, text]);
    },
  );

  it.each([
    `http://evil.example@${OWN}`,
    `http://${OWN}\\@evil.example`,
    `http://${OWN}#`,
    `ftp://${OWN}`,
    'http://',
  ])('a request for an invalid absolute URL returns 400: %s', async (origin) => {
    await site().raw(path);
    const { status, head } = await send(`${origin}${path}`);
    expect(status).toBe(400);
    expect(head).not.toMatch(/^location:/imu);
  });
});

describe('a request for an absolute URL', () => {
  it.each([
    ['', 200],
    ['?keyword=x', 200],
    ['/nowhere', 404],
    ['//evil.example', 404],
    ['/\\evil.example/x', 404],
    ['/en/history/_payload.json', 200],
  ])('an absolute URL with the path %j returns %i', async (path, status) => {
    expect((await send(`http://${OWN}${path}`)).status).toBe(status);
  });

  it('redirects an absolute URL to a canonical path', async () => {
    const { status, head } = await send(`http://${OWN}/History/?x=http://y`);
    expect(status).toBe(308);
    expect(head).toMatch(/^location: \/history\?x=http:\/\/y$/imu);
  });

  it('an absolute URL needs one Host header', async () => {
    const target = `http://${OWN}/en/history`;
    expect((await send(target, [])).status).toBe(400);
    expect((await send(target, [OWN, OWN])).status).toBe(400);
    expect((await send(target, [OWN], 'HEAD')).status).toBe(200);
    expect((await send(target, [OWN], 'POST')).status).toBe(405);
  });
});
