import { setTimeout as wait } from 'node:timers/promises';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEditor } from './editor.ts';
import { startVisitors, type Visits } from './visitors.ts';
import { look, type Sample } from './watch.ts';

type Options = { seconds: number; visitors: number; sampleSeconds: number; changeSeconds: number };
type Soak = Visits & { changes: number; samples: Sample[]; log: string[] };

/** Visits a site whose content changes, and samples it. `told` receives each sample. */
export async function soak(
  { seconds, visitors, sampleSeconds, changeSeconds }: Options,
  told: (sample: Sample) => void = () => undefined,
): Promise<Soak> {
  await using content = await temporaryFolder('edited');
  const editor = await startEditor(content.path);
  const environment = { ...TEST_SETTINGS, CONTENT_DIR: content.path, CONTENT_FRESH_S: '2' };
  await using site = await startDemoSite({ environment });
  await using crowd = startVisitors(site.port, visitors);
  const samples: Sample[] = [];
  for (let second = 1; second <= seconds; second += 1) {
    await wait(1000);
    if (second % changeSeconds === 0) await editor.change();
    if (second % sampleSeconds !== 0) continue;
    const sample = look(site.pid, site.dataDir, second);
    samples.push(sample);
    told(sample);
  }
  const visits = await crowd.leave();
  return { ...visits, changes: editor.changes(), samples, log: [...site.stdout] };
}
