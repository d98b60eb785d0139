import { describe, expect, it } from 'vitest';
import { codeOf, setCodeWithZero } from './codes.ts';
import { begin, formSiteForFile, goodAnswers, type Visitor, visitor } from './form-site.ts';

const site = formSiteForFile();
const IMAGE = '/captcha/image';
const AUDIO = '/captcha/audio';
const MEDIA = [
  [IMAGE, 'image/png', '\x89PNG'],
  [AUDIO, 'audio/wav', 'RIFF'],
  [`/en${AUDIO}`, 'audio/wav', 'RIFF'],
] as const;

/** Returns the URL of the captcha picture or audio of the form. */
const withCode = (address: string, client: Visitor) => `${address}?code=${client.inputs().sealedCode}`;
const fetched = (client: Visitor, address: string) => client.send(withCode(address, client), 'GET', {});

describe.each(MEDIA)('%s', (address, type, start) => {
  it(`returns ${type} with Cache-Control: no-store`, async () => {
    const { status, headers, body } = await fetched(await begin(site()), address);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-store' });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['set-cookie']).toBeUndefined();
    expect(body.subarray(0, 4).toString('latin1')).toBe(start);
  });

  it('returns different bytes only for different captcha codes', async () => {
    const client = await begin(site());
    const first = await fetched(client, address);
    const others = [await fetched(client, address), await visitor(site()).get(withCode(address, client))];
    for (const { body } of others) expect(body.equals(first.body)).toBe(true);
    setCodeWithZero(site(), client);
    expect((await fetched(client, address)).body.equals(first.body)).toBe(false);
  });

  it('returns 404 without a captcha code, even for a session with a draft', async () => {
    for (const client of [visitor(site()), await begin(site())]) {
      const { status, headers } = await client.get(address);
      expect(status).toBe(404);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('refuses a POST to captcha media', async () => {
    const { status, headers } = await (await begin(site())).send(address, 'POST', {});
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
  });
});

it('serves ranges of the captcha audio', async () => {
  const client = await begin(site());
  const whole = await fetched(client, AUDIO);
  const piece = await client.send(withCode(AUDIO, client), 'GET', { Range: 'bytes=4-103' });
  expect(piece.status).toBe(206);
  expect(piece.headers['content-range']).toBe(`bytes 4-103/${whole.body.length}`);
  expect(piece.body.equals(whole.body.subarray(4, 104))).toBe(true);
});

it('does not show the captcha digits in any page, header or log line', async () => {
  const client = await begin(site());
  const code = setCodeWithZero(site(), client);
  const answers = [
    await fetched(client, `/en${AUDIO}`),
    await client.post({ fields: { captcha: '' } }),
    await client.send(withCode(IMAGE, client), 'HEAD', {}),
  ];
  expect(codeOf(site(), client)).toBe(code);
  for (const { headers, text } of answers) expect(JSON.stringify(headers) + text).not.toContain(code);
  const before = site().lines.length;
  await client.post({ fields: { ...goodAnswers, captcha: code } });
  // A timestamp can contain the same digits.
  const lines = site()
    .lines.slice(before)
    .map(({ time: _, ...line }) => JSON.stringify(line));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join()).not.toContain(code);
});
