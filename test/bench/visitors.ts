import { setTimeout as wait } from 'node:timers/promises';
import { buildPdf } from '../../src/applications/uploads/checks/testing/build-pdf.ts';
import { startCrowd } from '../support/crowd.ts';
import { DEMO_FORM, formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { pageKinds } from '../support/page-kinds.ts';
import { rawRequest } from '../support/raw-request.ts';

/** Padding of the PDF of each application. */
export const FILE_BYTES = 200_000;
/** Visits per application with a file, and other visits per uncached request. */
const APPLICATIONS_IN = 200;
const UNKEPT_IN = 5;
/** Pause between two requests of a visitor. */
const PAUSE_MS = 40;

const pages = pageKinds.filter(({ site }) => site === 'demo');
const unkept = [
  (turn: number) => `/search?keyword=${encodeURIComponent(`投资${turn % 50}`)}`,
  (turn: number) => `/en/search?keyword=fund&utm=${turn}`,
  () => '/en/news/group-news/1003/_payload.json',
  (turn: number) => `/no/such/page/${turn}`,
  () => '/feed.xml',
  () => DEMO_FORM,
];
const EXPECTED = [200, 404];

export type Visits = { requests: number; applications: number; faults: string[] };

/** Starts visitors that request pages, pictures and searches after an application, each one request at a time, until stopped. */
export function startVisitors(port: number, visitors: number) {
  const visits: Visits = { requests: 0, applications: 0, faults: [] };

  async function request(target: string): Promise<string> {
    const { status, text } = await rawRequest(port, target);
    visits.requests += 1;
    if (!EXPECTED.includes(status)) visits.faults.push(`${status} ${target}`);
    return text;
  }

  async function page(turn: number): Promise<void> {
    const text = await request(pages[turn % pages.length]?.path ?? '/');
    const pictures = [...text.matchAll(/"(\/media\/[^" ]+)"/gu)].map(([, address]) => address ?? '');
    const picture = pictures[turn % Math.max(1, pictures.length)];
    if (picture) await request(picture);
  }

  async function apply(turn: number): Promise<void> {
    const client = formClient(port);
    await client.get();
    const { status } = await client.post({
      fields: { ...goodFields, companyName: `Soak ${turn}`, captcha: TEST_ANSWER },
      files: [{ name: 'plan.pdf', content: buildPdf({ padding: FILE_BYTES }) }],
    });
    visits.requests += 2;
    if (status === 303) visits.applications += 1;
    else visits.faults.push(`${status} application`);
  }

  async function visit(turn: number): Promise<unknown> {
    if (turn % APPLICATIONS_IN === 0) return apply(turn);
    if (turn % UNKEPT_IN !== 0) return page(turn);
    return request(unkept[(turn / UNKEPT_IN) % unkept.length]?.(turn) ?? '/');
  }

  const stop = startCrowd(visitors, async (turn, { number }) => {
    await visit(number + turn * visitors).catch((error: Error) => visits.faults.push(error.message));
    await wait(PAUSE_MS);
  });
  return {
    async leave(): Promise<Visits> {
      await stop();
      return visits;
    },
    [Symbol.asyncDispose]: stop,
  };
}
