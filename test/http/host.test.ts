import { describe, expect, it } from 'vitest';
import { exchange } from '../attack/support/exchange.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const OWN = 'www.group.example';

/** Response to a request head, sent byte by byte. */
async function answerTo(target: string, hosts: readonly string[] = [OWN], method = 'GET') {
  const lines = [`${method} ${target} HTTP/1.1`, ...hosts, 'Connection: close', '', ''];
  const bytes = Buffer.from(
    lines.map((line, at) => (hosts.includes(line) && at > 0 ? `Host: ${line}` : line)).join('\r\n'),
    'latin1',
  );
  return exchange(site().port, bytes);
}

/** The two roads to an answer: bytes that stand ready, and the app behind them. */
const ROADS = [
  ['a page that stands ready', '/en/history', '/en/history'],
  ['a page that is made anew', '/en/search?keyword=bridge', '/en/search?keyword=bridge'],
] as const;

describe.each(ROADS)('%s', (_road, path, again) => {
  const ready = () => site().raw(again);

  it.each([
    ['the same', [OWN, OWN]],
    ['another one', [OWN, 'evil.example']],
    ['another one before', ['evil.example', OWN]],
    ['three', [OWN, OWN, OWN]],
  ])('asked for with two hosts is refused: %s', async (_which, hosts) => {
    await ready();
    const { status, head, text } = await answerTo(path, hosts);
    expect(status).toBe(400);
    expect(head).toContain('Content-Security-Policy');
    expect(text).not.toContain('evil.example');
  });

  it.each([
    `http://${OWN}`,
    `HTTPS://WWW.Group.Example`,
    `http://${OWN}:8080`,
    'http://localhost:3000',
    'http://127.0.0.1:1',
    'http://[::1]:3000',
    'http://other.example',
  ])('asked for by an absolute address is served by its path: %s', async (origin) => {
    const { status, text } = await ready();
    const answer = await answerTo(`${origin}${path}`);
    expect([answer.status, answer.text]).toEqual([status, text]);
  });

  it.each([
    `http://evil.example@${OWN}`,
    `http://${OWN}@evil.example`,
    `http://${OWN}\\@evil.example`,
    `http://${OWN}#`,
    `ftp://${OWN}`,
    'http://',
  ])('asked for by an invalid absolute address is refused: %s', async (origin) => {
    await ready();
    const { status, head } = await answerTo(`${origin}${path}`);
    expect(status).toBe(400);
    expect(head).not.toMatch(/^location:/imu);
  });
});

describe('an absolute address', () => {
  it.each([
    ['', 200],
    ['?keyword=x', 200],
    ['/', 200],
    ['/en', 200],
    ['/nowhere', 404],
    ['//evil.example', 404],
    ['/\\evil.example/x', 404],
    ['/en/history/_payload.json', 200],
    ['/healthz', 200],
  ])('with the path %j is answered as the path alone: %i', async (path, status) => {
    const answer = await answerTo(`http://${OWN}${path}`);
    expect(answer.status).toBe(status);
    if (status === 200)
      expect(answer.text).toBe((await site().raw(path.startsWith('/') ? path : `/${path}`)).text);
  });

  it('is redirected as the path alone, to a path', async () => {
    const { status, head } = await answerTo(`http://${OWN}/History/?x=http://y`);
    expect(status).toBe(308);
    expect(head).toMatch(/^location: \/history\?x=http:\/\/y$/imu);
  });

  it('needs a Host beside it like every request', async () => {
    expect((await answerTo(`http://${OWN}/en/history`, [])).status).toBe(400);
    expect((await answerTo(`http://${OWN}/en/history`, [OWN, OWN])).status).toBe(400);
  });

  it('takes no HEAD or POST for anything else', async () => {
    expect((await answerTo(`http://${OWN}/en/history`, [OWN], 'HEAD')).status).toBe(200);
    expect((await answerTo(`http://${OWN}/en/history`, [OWN], 'POST')).status).toBe(405);
  });
});
