/** @module-tag matrix */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TextField } from '../../src/form/rules/fields.ts';
import { textFields } from '../../src/form/rules/fields.ts';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { goodFields } from '../support/form-client.ts';
import { BOUNDARY, MULTIPART } from '../support/multipart.ts';
import { seeded } from '../support/random.ts';
import type { Site } from '../support/site.ts';
import { bodyOf, field, fields, file, headBytes, type Part, partBytes } from './support/bodies.ts';
import { draftIdOf, errorsIn, expectTidy, openDescriptors } from './support/traces.ts';
import { expectToTakeAnApplication, ownSite, SAME_ORIGIN, visitorOf } from './support/visitors.ts';
import { type Cut, cutOff, type Moment } from './support/watched-line.ts';

const POINTS = 40;
const random = seeded(47_935);
const PATIENCE = { timeout: 15_000, interval: 50 };

const FILES = [
  file('first.pdf', buildPdf({ padding: 60_000 })),
  file('第二.pdf', buildPdf({ padding: 90_000 })),
];
const LATE: TextField = 'companyDescription';

/** A form whose last text stands behind its files. */
function partsOf(hidden: Record<string, string>): Part[] {
  const { [LATE]: late = '', ...early } = goodFields;
  return [...fields({ ...hidden, ...early }), ...FILES, field(LATE, late), field('action', 'upload')];
}

/** Offsets at which each part is complete: after the boundary that follows it. */
function endsOf(parts: readonly Part[]): number[] {
  let at = 0;
  return parts.map((part) => {
    at += partBytes(part).length;
    return at + `--${BOUNDARY}`.length;
  });
}

const shaOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Expected content of the draft: the complete parts. */
function expectedOf(parts: readonly Part[], cut: number) {
  const ends = endsOf(parts);
  const whole = parts.filter((_, index) => (ends[index] ?? 0) <= cut);
  const heads = whole.map(({ head }) => head[0] ?? '');
  return {
    fields: textFields.filter((name) => heads.some((head) => head.endsWith(`name="${name}"`))).sort(),
    files: whole
      .filter((part) => FILES.includes(part))
      .map(({ content }) => shaOf(content))
      .sort(),
  };
}

async function keptBy(site: Site, draftId: string) {
  const [values, files] = await Promise.all([
    site.store.drafts.fields(draftId),
    site.store.drafts.files(draftId),
  ]);
  return { fields: Object.keys(values).sort(), files: files.map(({ sha256 }) => sha256).sort() };
}

type Point = { at: number; cut: Cut };

/** A visitor whose POST is cut at a point of its body. */
async function cutPost(site: Site, { at, cut, moment }: Point & { moment: Moment }) {
  const { client, cookie, sendBody } = await visitorOf(site);
  const { token = '', submitKey = '' } = client.inputs();
  const parts = partsOf({ token, submitKey });
  const body = bodyOf(parts);
  const head = headBytes({
    'Content-Type': MULTIPART,
    'Content-Length': `${body.length}`,
    Cookie: cookie,
    ...SAME_ORIGIN,
  });
  await cutOff(site, Buffer.concat([head, body.subarray(0, at)]), cut, moment);
  return { draftId: draftIdOf(site, client), parts, again: () => sendBody(body) };
}

const LENGTH = bodyOf(partsOf({ token: 'x'.repeat(52), submitKey: 'y'.repeat(22) })).length;
const TEXTS = 1800;
const TAIL = 600;

/** In the texts before the files, in the files, and in what stands behind them. */
const places = [
  () => 1 + random(TEXTS),
  () => TEXTS + random(LENGTH - TEXTS - TAIL),
  () => LENGTH - TAIL + random(TAIL - 60),
];
const points: Point[] = Array.from({ length: POINTS }, (_, index) => ({
  at: places[index % places.length]?.() ?? 1,
  cut: index % 2 === 0 ? 'closed' : 'reset',
}));

describe('a post whose line is cut', () => {
  it('keeps what had come whole, and nothing else', { timeout: 180_000 }, async () => {
    const site = await ownSite();
    const descriptors = await openDescriptors();
    for (const { at, cut } of points) {
      const { draftId, parts } = await cutPost(site, { at, cut, moment: 'when idle' });
      const said = `${cut} after ${at} bytes`;
      await expect
        .poll(() => keptBy(site, draftId), { ...PATIENCE, message: said })
        .toEqual(expectedOf(parts, at));
    }
    expect(errorsIn(site)).toEqual([]);
    await expectToTakeAnApplication(site);
    await expectTidy(site, descriptors);
  });

  it('leaves nothing behind, also where the site is still at work', { timeout: 180_000 }, async () => {
    const site = await ownSite();
    const descriptors = await openDescriptors();
    for (const { at, cut } of points) await cutPost(site, { at, cut, moment: 'at once' });
    expect(errorsIn(site)).toEqual([]);
    await expectToTakeAnApplication(site);
    await expectTidy(site, descriptors);
  });

  it('can be sent again by whoever was cut: no file is there twice', async () => {
    const site = await ownSite();
    const nearTheEnd = LENGTH - 100;
    const { draftId, again } = await cutPost(site, { at: nearTheEnd, cut: 'reset', moment: 'when idle' });
    const both = FILES.map(({ content }) => shaOf(content)).sort();
    await expect.poll(async () => (await keptBy(site, draftId)).files, PATIENCE).toEqual(both);
    expect((await again()).status).toBe(303);
    expect(await keptBy(site, draftId)).toEqual({ fields: [...textFields].sort(), files: both });
  });
});
