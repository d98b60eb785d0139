/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { seeded } from '../../support/random.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { selfNamingList } from './files/hostile-compound.ts';
import { spoilt } from './files/hostile-files.ts';
import { BEHIND_PROXY, uploadFrom } from './files/upload.ts';
import { FORM } from './support/bodies.ts';

const MAX_ANSWER_MS = 10_000;
const ATTACKER = '198.51.100.1';
const pdf = { name: 'report.pdf', content: buildPdf() };
/** A PDF whose key takes pdfjs hours to derive. */
const endless = {
  name: 'endless.pdf',
  content: buildPdf({
    objects: '9 0 obj\n<< /Filter /Standard /V 2 /R 3 /Length 2000000000 /P -4 /O (a) /U (b) >>\nendobj\n',
    trailer: '/Encrypt 9 0 R /ID [ <aa> <aa> ]',
  }),
};

const site = siteForFile(BEHIND_PROXY);
const send = (address: string, file: typeof pdf) =>
  uploadFrom({ port: site().port, form: FORM }, address, file);
const figures = async () => (await site().services.metrics.registry.metrics()).split('\n');

describe('file checks under attack', () => {
  it('immediately rejects a compound file whose sector list contains itself', async () => {
    const content = selfNamingList();
    expect(content).toHaveLength(1_536);
    const { isTaken, ms, problems } = await send(ATTACKER, { name: 'list.doc', content });
    expect({ isTaken, problems }).toEqual({ isTaken: false, problems: [expect.stringContaining('damaged')] });
    expect(ms).toBeLessThan(MAX_ANSWER_MS);
    expect(await send('198.51.100.2', pdf)).toMatchObject({ isTaken: true });
  });

  it('accepts other files while checks that never end run into their timeout', async () => {
    const attacks = [1, 2].map(() => send(ATTACKER, endless));
    await expect.poll(figures).toContain('plinth_file_checks_waiting 1');
    for (const last of [3, 4, 5]) {
      const ordinary = await send(`198.51.100.${last}`, pdf);
      expect(ordinary).toMatchObject({ isTaken: true, problems: [] });
    }
    expect(site().services.checkers.counts()).toMatchObject({ running: 1 });
    for (const { isTaken, problems } of await Promise.all(attacks)) {
      expect(isTaken).toBe(false);
      expect(problems).toEqual([expect.stringContaining('Checking the file took too long')]);
    }
    expect(await figures()).toContain('plinth_file_checks_total{result="late"} 2');
  });

  it('responds to each randomly damaged file and accepts valid ones in between', async () => {
    const hostile = spoilt(seeded(20_301), 40);
    const ordinary = async () => {
      for (let count = 0; count < 10; count += 1)
        expect(await send(`203.0.113.${count}`, pdf)).toMatchObject({ isTaken: true });
    };
    const attack = async () => {
      for (const file of hostile) expect((await send(ATTACKER, file)).ms).toBeLessThan(MAX_ANSWER_MS);
    };
    await Promise.all([ordinary(), attack()]);
  });
});
