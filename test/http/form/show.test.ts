import type { SessionData } from 'express-session';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/lib/days.ts';
import { rowsOf } from '../../stress/attack/support/traces.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { allIn, type Element } from '../../support/html.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { arrive, begin, CHINESE_FORM, FORM, pdf, sessionIdOf, visitor } from './form-site.ts';

/** Uses the default limits per client address. */
const site = siteForFile({ CAPTCHA_TEST_ANSWER: TEST_SETTINGS.CAPTCHA_TEST_ANSWER });

/** Returns all rows that a visitor could create. */
const traces = () =>
  ['drafts', 'draft_files', 'removed_files', 'sessions', 'limits'].map((table) => [
    table,
    rowsOf(site(), `select * from ${table}`),
  ]);

/** Returns the URLs of the captcha picture and audio of a form. */
const mediaOf = (main: Element): string[] => {
  const [field = main] = allIn(main, 'div', { id: 'captcha-field' });
  return [...allIn(field, 'img'), ...allIn(field, 'audio')].map(({ attributes }) => attributes.src ?? '');
};

describe('a GET request for the form', () => {
  it.each([FORM, CHINESE_FORM])(
    'opening the form (%s) with its captcha media does not create rows or set cookies',
    async (path) => {
      const before = traces();
      for (const method of ['GET', 'HEAD']) {
        const client = await arrive(site(), path);
        for (const address of [path, ...mediaOf((await client.get()).main)]) {
          for (let times = 0; times < 3; times += 1) {
            expect((await client.send(address, method, {})).status).toBe(200);
          }
        }
        expect(client.cookies.size).toBe(0);
      }
      expect(traces()).toEqual(before);
    },
  );

  it('each GET of the form has a new key, captcha code and token', async () => {
    const client = await arrive(site());
    const first = { ...client.inputs() };
    const [image] = mediaOf((await client.get()).main);
    expect(client.inputs().submitKey).toMatch(/^[\w-]{22}$/u);
    expect(client.inputs().submitKey).not.toBe(first.submitKey);
    expect(client.inputs().sealedCode).not.toBe(first.sealedCode);
    expect(image).toBe(`/captcha/image?code=${client.inputs().sealedCode}`);
  });
});

describe('a HEAD request for the form', () => {
  it('HEAD does not consume the notice of the last POST', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf()], button: { action: 'upload' } });
    await client.send(FORM, 'HEAD', {});
    expect((await client.get()).notice).toBe('Upload success: 1 file');
    expect((await client.get()).notice).toBeUndefined();
  });

  it('HEAD does not extend the session', async () => {
    const client = await begin(site());
    const id = sessionIdOf(client);
    const expiry = () =>
      rowsOf<{ at: number }>(site(), 'select expires_at as at from sessions where id = ?', id)[0]?.at ?? 0;
    const { sessions } = site().store;
    const session = await new Promise<SessionData>((resolve) =>
      sessions.get(id, (_error, found) => resolve(found as SessionData)),
    );
    const expires = new Date(Date.now() + DAY_MS);
    const cookie = { ...session.cookie, expires };
    await new Promise((resolve) => sessions.set(id, { ...session, cookie }, resolve));
    await client.send(FORM, 'HEAD', {});
    expect(expiry()).toBe(expires.getTime());
    await client.get();
    expect(expiry()).toBeGreaterThan(expires.getTime());
  });
});

it('does not serve captcha media to pages of other sites', async () => {
  for (const client of [await arrive(site()), await begin(site())]) {
    for (const address of mediaOf((await client.get()).main)) {
      const { status, body } = await client.send(address, 'GET', { 'Sec-Fetch-Site': 'cross-site' });
      expect(status).toBe(403);
      expect(body.toString('latin1')).not.toMatch(/^(?:.PNG|RIFF)/u);
    }
  }
});

it('serves captcha media to a page of the site', async () => {
  const client = visitor(site());
  for (const address of mediaOf((await client.get()).main))
    expect((await client.send(address, 'GET', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
});
