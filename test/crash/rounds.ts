import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPdf } from '../../src/uploads/checks/test-support/build-pdf.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { FORM, type Found, judge, newVisit, submit, type Visit } from './visits.ts';

const VISITORS = 4;
const MAX_LIFE_MS = 700;

export type Figures = Found & { rounds: number; cut: number };

/**
 * Kills the site at random moments while visitors submit, starts it again on the same data, and looks at the end whether
 * every application that was acknowledged is there once and whole, and none is there by halves.
 */
export async function crashRounds(rounds: number): Promise<Figures> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-crash-'));
  const secret = randomBytes(16).toString('hex');
  const visits: Visit[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) await oneRound(dataDir, secret, visits);
    await sendTheCutOnes(dataDir, secret, visits);
    const found = await judge(dataDir, visits);
    return { rounds, cut: visits.length - found.acknowledged, ...found };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const start = (dataDir: string, secret: string) =>
  startDemoSite({
    environment: {
      DATA_DIR: dataDir,
      SESSION_SECRET: secret,
      CAPTCHA_TEST_ANSWER: TEST_ANSWER,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
    },
    readyAt: '/readyz',
  });

async function oneRound(dataDir: string, secret: string, visits: Visit[]): Promise<void> {
  const site = await start(dataDir, secret);
  const port = Number(new URL(site.base).port);
  let isOver = false;
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (!isOver) {
      const visit = newVisit(port);
      visits.push(visit);
      await submit(visit).catch(() => undefined);
    }
  });
  await wait(randomInt(MAX_LIFE_MS));
  isOver = true;
  await site.stop();
  await Promise.all(visitors);
}

/** Who was cut off presses the button again: what was kept is kept, what was sent is not sent twice. */
async function sendTheCutOnes(dataDir: string, secret: string, visits: Visit[]): Promise<void> {
  const site = await start(dataDir, secret);
  const port = Number(new URL(site.base).port);
  for (const visit of visits.filter(
    ({ wasAcknowledged, client }) => !wasAcknowledged && client.inputs().submitKey !== undefined,
  )) {
    const again = formClient(port, FORM);
    for (const [name, value] of visit.client.cookies) again.cookies.set(name, value);
    const { inputs, post } = { inputs: visit.client.inputs(), post: again.post };
    const files = [
      { name: 'c.pdf', content: buildPdf() },
      { name: 'd.pdf', content: buildPdf({ padding: 1 }) },
    ];
    const fields = { ...inputs, ...goodFields, companyName: visit.company, captcha: TEST_ANSWER };
    const { status } = await post({ fields, files });
    visit.wasAcknowledged = status === 303;
  }
  await site.stop();
}
