import type { SentApplication } from '../store/applications.ts';
import type { Store } from '../store/index.ts';
import type { Format } from './arguments.ts';
import { csv } from './export-csv.ts';
import { type CopyFiles, type Copying, filesCopier } from './export-files.ts';
import type { Exported } from './exported.ts';
import { isoTime } from './times.ts';

type Wish = { format: Format; since?: number; folder?: string };

/** All applications as the text of a format, piece by piece. With a folder, copies their files too; one that cannot be copied is reported. */
export async function* exportApplications(
  store: Store,
  { format, since, folder }: Wish,
  copying: Copying,
): AsyncGenerator<string> {
  const copy = folder === undefined ? undefined : await filesCopier(store.uploads, folder, copying);
  const exported = exportEach(store.applications.all({ since }), copy);
  yield* format === 'json' ? json(exported) : csv(exported, { withPaths: folder !== undefined });
}

async function* exportEach(
  applications: AsyncIterable<SentApplication>,
  copy: CopyFiles | undefined,
): AsyncGenerator<Exported> {
  for await (const application of applications) {
    const { reference, language, submittedAt, fields, files } = application;
    const paths = await copy?.(application);
    yield {
      reference,
      language,
      submittedAt: isoTime(submittedAt),
      ...fields,
      files: files.map(({ id, name, type, bytes, sha256, scan }) => {
        return { name, type, bytes, sha256, scan, path: paths?.get(id) };
      }),
    };
  }
}

/** One JSON array with one application a line; an empty array where there are none. */
async function* json(exported: AsyncIterable<Exported>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const application of exported) {
    yield before + JSON.stringify(application);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
