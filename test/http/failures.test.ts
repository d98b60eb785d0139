import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '800' });

/** A call that timed out ends a moment after the page that gave it up; the next page would wait for it too. */
const AFTERMATH_MS = 150;
afterEach(() => wait(AFTERMATH_MS));

const OK_BODY = '{"code":0,"data":[],"msg":""}';
const ERROR = 50;

const FAILURES = [
  ['a cut connection', { destroy: true }, 'unreachable'],
  [
    'an answer cut in the middle',
    {
      write: (response) =>
        response.writeHead(200, { 'Content-Length': '999' }).write('{"code":0', () => response.destroy()),
    },
    'unreachable',
  ],
  ['silence', { hang: true }, 'timeout'],
  ['an answer that comes too late', { delayMs: 1600, body: OK_BODY }, 'timeout'],
  [
    'an answer that never ends',
    { write: (response) => response.writeHead(200).write('{"code":0,') },
    'timeout',
  ],
  ['HTTP 500', { status: 500, body: OK_BODY }, 'badStatus'],
  ['HTTP 404', { status: 404, body: OK_BODY }, 'badStatus'],
  ['HTTP 302', { status: 302, headers: { Location: PATHS.honours }, body: OK_BODY }, 'badStatus'],
  ['HTTP 304', { status: 304 }, 'badStatus'],
  ['an HTML page', { body: '<!doctype html><p>Log in</p>' }, 'notJson'],
  ['nothing at all', { body: '' }, 'notJson'],
  ['half of a JSON text', { body: OK_BODY.slice(0, -2) }, 'notJson'],
  ['a JSON list', { body: '[]' }, 'notEnvelope'],
  ['JSON null', { body: 'null' }, 'notEnvelope'],
  ['a JSON text', { body: '"0"' }, 'notEnvelope'],
  ['no code', { body: '{"data":[]}' }, 'notEnvelope'],
  ['a code that is a text', { body: '{"code":"0","data":[]}' }, 'notEnvelope'],
  ['a code that is null', { body: '{"code":null,"data":[]}' }, 'notEnvelope'],
  ['data null', data(null), 'noData'],
  ['data missing', { body: '{"code":0,"msg":""}' }, 'noData'],
  ['data of another kind', data('events'), 'noData'],
] satisfies [string, Parameters<ReturnType<typeof site>['fake']['override']>[1], string][];

describe('a failure of the backend is an error page with status 500', () => {
  it.each(FAILURES)('%s, which is logged as an error with its kind', async (_, reply, kind) => {
    site().fake.override(PATHS.events, reply);
    const address = '/history?x=1&y=%E6%A1%A5';
    const page = await pageAt(site(), address);
    expectErrorPage(page, { status: 500, words: 'server', address });
    const [line, ...more] = site()
      .linesWith(`${page.headers['x-request-id']}`)
      .filter(({ failure }) => failure);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: ERROR, status: 500 });
    expect(line?.failure).toMatch(new RegExp(`^${kind}: `, 'u'));
  });

  it.each(FAILURES.slice(0, 3))('%s, in English', async (_, reply) => {
    site().fake.override(PATHS.events, reply);
    expectErrorPage(await pageAt(site(), '/en/history'), {
      status: 500,
      words: 'server',
      language: 'en',
      address: '/en/history',
    });
  });
});
