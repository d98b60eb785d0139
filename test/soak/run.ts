import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_ANSWER } from '../support/form-client.ts';
import { startEditor } from './editor.ts';
import { startVisitors, type Visits } from './visitors.ts';
import { look, type Sample } from './watch.ts';

export type SoakOptions = { seconds: number; visitors: number; sampleSeconds: number; changeSeconds: number };
export type Soak = Visits & { changes: number; samples: Sample[]; log: string[] };

/** Visits a site whose content changes, for so long, and looks at it now and then. `told` hears of each sample. */
export async function soak(
  { seconds, visitors, sampleSeconds, changeSeconds }: SoakOptions,
  told: (sample: Sample) => void = () => undefined,
): Promise<Soak> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-soak-'));
  const editor = await startEditor();
  const site = await startDemoSite({
    environment: {
      DATA_DIR: dataDir,
      CONTENT_DIR: editor.contentDir,
      CONTENT_FRESH_S: '2',
      CAPTCHA_TEST_ANSWER: TEST_ANSWER,
      RATE_LIMIT_PER_MINUTE: '0',
    },
  });
  const crowd = startVisitors(site.base, visitors);
  const samples: Sample[] = [];
  try {
    for (let second = 1; second <= seconds; second += 1) {
      await wait(1000);
      if (second % changeSeconds === 0) await editor.change();
      if (second % sampleSeconds !== 0) continue;
      const sample = look(site.pid, dataDir, second);
      samples.push(sample);
      told(sample);
    }
    const visits = await crowd.leave();
    return { ...visits, changes: editor.changes(), samples, log: [...site.stdout] };
  } finally {
    await crowd.leave();
    await site.stop();
    await editor.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
