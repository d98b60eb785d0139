/** @module-tag matrix */
import { expect, it, onTestFinished } from 'vitest';
import { cuttableProxy } from '../../../src/applications/store/testing/cuttable-proxy.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { startPostgres } from '../../support/postgres.ts';
import { type Site, startSite } from '../../support/site.ts';
import { begin, expectFailed, pdf, whole } from './form-site.ts';

/** A query to an unresponsive server ends after six seconds, so a second one would exceed this limit. */
const MOST_MS = 15_000;

type Cut = () => void;

const MOMENTS: [when: string, arrange: (store: Site['store'], cut: Cut) => void][] = [
  ['before a POST', (_store, cut) => cut()],
  ['after a first file is stored', ({ drafts }, cut) => after(drafts, 'addFile', cut)],
  ['after its texts are stored', ({ drafts }, cut) => after(drafts, 'saveFields', cut)],
];

/** Calls `cut` after a method of the store has returned. */
function after<T extends object>(room: T, method: keyof T, cut: Cut): void {
  const call = room[method] as (...given: unknown[]) => Promise<unknown>;
  const cutting = async (...given: unknown[]) => {
    const result = await call(...given);
    cut();
    return result;
  };
  Object.assign(room, { [method]: cutting });
}

it.each(MOMENTS)(
  'a POST returns 503 with all typed texts within 15 s if the database stops responding %s',
  async (_when, arrange) => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const url = await postgres.createDatabase('silent');
    const way = await cuttableProxy(url);
    const environment = { CAPTCHA_TEST_ANSWER: TEST_ANSWER, DATABASE_URL: way.through(url) };
    const site = await startSite(environment);
    onTestFinished(() => site.close());
    const client = await begin(site);
    arrange(site.store, () => way.cut(true));
    const startedAt = performance.now();
    const page = await client.post(whole({ files: [pdf('a.pdf'), pdf('b.pdf')] }));
    expect(performance.now() - startedAt).toBeLessThan(MOST_MS);
    expectFailed(client, page);
  },
);
