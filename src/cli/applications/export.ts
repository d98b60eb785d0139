import { type ApplicationRecord, recordOf } from '../../deliveries/forward/application-record.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Store } from '../../store/index.ts';
import type { Format } from './arguments.ts';
import { csv } from './export-csv.ts';
import { type CopyFiles, type Copying, filesCopier } from './export-files.ts';

type Wish = { format: Format; since?: number; folder?: string };

/** All applications as the text of a format, piece by piece. With a folder, copies their files too; one that cannot be copied is reported. */
export async function* exportApplications(
  store: Store,
  { format, since, folder }: Wish,
  copying: Copying,
): AsyncGenerator<string> {
  const copy = folder === undefined ? undefined : await filesCopier(store.uploads, folder, copying);
  const all = exportEach(store.applications.all({ since }), copy);
  yield* format === 'json' ? json(all) : csv(all, { withPaths: folder !== undefined });
}

async function* exportEach(
  applications: AsyncIterable<SentApplication>,
  copy: CopyFiles | undefined,
): AsyncGenerator<ApplicationRecord> {
  for await (const application of applications) yield recordOf(application, await copy?.(application));
}

/** One JSON array with one application a line; an empty array where there are none. */
async function* json(applications: AsyncIterable<ApplicationRecord>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const application of applications) {
    yield before + JSON.stringify(application);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
