/** @module-tag matrix */
import { expect, it } from 'vitest';
import { FREE, formClient, TEST_ANSWER } from '../support/form-client.ts';
import { MULTIPART, multipart } from '../support/multipart.ts';
import { SITE_URL, type Site } from '../support/site.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { FORM, type Headers } from './support/bodies.ts';
import { draftIdOf } from './support/traces.ts';

const site = siteForFile(FREE);
const LINES = 8;

const OTHER = 'https://evil.example';
const ALIAS = 'alias.example';

/** Values of `Sec-Fetch-Site` and `Origin`; `undefined`: the header is missing. */
const fetchSites = ['same-origin', 'none', 'cross-site', 'same-site', 'nonsense', undefined];
const origins = [
  SITE_URL,
  SITE_URL.replace('https:', 'http:'),
  `https://${ALIAS}`,
  OTHER,
  'null',
  `${SITE_URL}, ${OTHER}`,
  undefined,
];
const hosts = [new URL(SITE_URL).host, ALIAS, 'internal.example:8080'];
const tokens = ['own', 'of no session', 'of another session', 'wrong', undefined] as const;
const cookies = [true, false];

/** The body: a company name, and one of the buttons. */
const posts: readonly { to: string; button: Record<string, string>; headers?: Headers }[] = [
  { to: FORM, button: { action: 'upload' } },
  { to: FORM, button: {} },
  { to: FORM, button: { remove: 'none' } },
  { to: FORM, button: { action: 'new-code' } },
  { to: `${FORM}?check=companyName`, button: {}, headers: { 'HX-Request': 'true' } },
  { to: `${FORM}/files`, button: { action: 'upload' } },
  { to: `${FORM}/files`, button: { action: 'upload' }, headers: { 'HX-Request': 'true' } },
];

type Token = (typeof tokens)[number];
type Mix = { site?: string; origin?: string; host: string; token: Token; hasCookie: boolean };
type Fate = 'taken' | 'given back' | 'refused';

/** Design, section 4: what the browser says of the site comes first, then the origin's host, then the form's own token. */
function expected({ site: from, origin, host, token, hasCookie }: Mix): Fate {
  if (from === 'cross-site') return 'refused';
  if (from === 'same-origin' || from === 'none') return 'taken';
  if (origin !== undefined) {
    const own = [SITE_URL, SITE_URL.replace('https:', 'http:'), `https://${host}`, `http://${host}`];
    return own.includes(origin) ? 'taken' : 'refused';
  }
  return token === (hasCookie ? 'own' : 'of no session') ? 'taken' : 'given back';
}

/** Every mix of the others; the host goes round, so that each meets each origin. */
const mixes: Mix[] = fetchSites
  .flatMap((from) =>
    origins.flatMap((origin) =>
      tokens.flatMap((token) => cookies.map((hasCookie) => ({ site: from, origin, token, hasCookie }))),
    ),
  )
  .map((mix, index) => ({ ...mix, host: hosts[index % hosts.length] ?? '' }));

const given = (headers: Record<string, string | undefined>): Headers =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

type Visitor = { cookies: readonly [string, string][]; inputs: Record<string, string>; draft: string };

async function visitorAt(running: Site): Promise<Visitor> {
  const client = formClient(running.port, FORM);
  await client.get();
  await client.post({ button: { action: 'new-code' } });
  await client.get();
  return { cookies: [...client.cookies], inputs: client.inputs(), draft: draftIdOf(running, client) };
}

/** Posts a mix as a visitor and gives what became of it. */
async function fateOf(running: Site, visitor: Visitor, mix: Mix, index: number): Promise<Fate | string> {
  const client = formClient(running.port, FORM);
  const { token: own = '', submitKey = '' } = visitor.inputs;
  const name = `company ${index}`;
  const { formTokens } = running.services;
  const sent = {
    own,
    'of no session': formTokens.issue(undefined),
    'of another session': formTokens.issue('another'),
    wrong: `${own.slice(0, -4)}AAAA`,
  };
  const { to, button, headers } = posts[index % posts.length] ?? { to: FORM, button: {} };
  const token = mix.token === undefined ? {} : { token: sent[mix.token] };
  const body = multipart(
    Object.entries({ ...token, submitKey, companyName: name, captcha: TEST_ANSWER, ...button }),
    [{ name: 'x.pdf', content: Buffer.from('x') }],
  );
  if (mix.hasCookie) for (const [cookie, value] of visitor.cookies) client.cookies.set(cookie, value);
  const said = { Host: mix.host, Origin: mix.origin, 'Sec-Fetch-Site': mix.site, ...headers };
  const answer = await client.send(
    to,
    'POST',
    { ...given(said), 'Content-Type': MULTIPART, 'Content-Length': `${body.length}` },
    body,
  );
  const isKept = (await running.store.drafts.fields(visitor.draft)).companyName === name;
  const isForm = /id="_form"|data-problem/u.test(answer.text);
  const isForeign = !isForm || answer.text.includes('sent from another website');
  if (answer.status === 403 && answer.headers['set-cookie'] === undefined && !isKept && isForeign)
    return 'refused';
  if (answer.status === 403 && isForm && !isKept) return 'given back';
  if ([200, 303, 422].includes(answer.status) && isKept === mix.hasCookie) return 'taken';
  return `${answer.status}, kept: ${isKept}`;
}

it('a POST is taken, given back or refused as the rules say, in every mix of what it says', {
  timeout: 120_000,
}, async () => {
  const wrong: string[] = [];
  const seen = new Set<Fate>();
  let next = 0;
  const line = async () => {
    const visitor = await visitorAt(site());
    while (next < mixes.length) {
      const index = next++;
      const mix = mixes[index];
      if (!mix) return;
      const fate = await fateOf(site(), visitor, mix, index);
      seen.add(expected(mix));
      if (fate !== expected(mix))
        wrong.push(`${JSON.stringify(mix)} ${index % posts.length}: ${fate}, not ${expected(mix)}`);
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  expect(wrong).toEqual([]);
  expect([...seen].sort()).toEqual(['given back', 'refused', 'taken']);
  expect(mixes).toHaveLength(420);
});
