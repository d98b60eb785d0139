import type { Values } from '../application/fields.ts';
import type { Language } from '../i18n/languages.ts';
import type { Application } from '../store/applications.ts';
import type { Store } from '../store/index.ts';
import type { FileRow } from '../store/tables.ts';
import type { Format } from './arguments.ts';
import { csv } from './export-csv.ts';
import { type CopyFiles, type Copying, copyNothing, filesCopier } from './export-files.ts';
import { json } from './export-json.ts';
import { isoTime } from './times.ts';

/** A file of an export; `path`, below the folder of `--files`, where it was copied. */
export type ExportedFile = Pick<FileRow, 'name' | 'type' | 'bytes' | 'sha256' | 'scan'> & { path?: string };

/** An application as it is exported, its keys in the order of the output. */
export type Exported = { reference: string; language: Language; submittedAt: string } & Values & {
    files: ExportedFile[];
  };

type Wish = { format: Format; since?: number; folder?: string };

/** All applications as the text of a format, piece by piece. With a folder, copies their files too; one that cannot be copied is reported. */
export async function* exportApplications(
  store: Store,
  { format, since, folder }: Wish,
  copying: Copying,
): AsyncGenerator<string> {
  const copy = folder === undefined ? copyNothing : await filesCopier(store.uploads, folder, copying);
  const exported = exportEach(store.applications.all({ since }), copy);
  yield* format === 'json' ? json(exported) : csv(exported, { withPaths: folder !== undefined });
}

async function* exportEach(
  applications: AsyncIterable<Application>,
  copy: CopyFiles,
): AsyncGenerator<Exported> {
  for await (const application of applications) {
    const { reference, language, submittedAt, fields, files } = application;
    const paths = await copy(application);
    yield {
      reference,
      language,
      submittedAt: isoTime(submittedAt),
      ...fields,
      files: files.map(({ id, name, type, bytes, sha256, scan }) => ({
        name,
        type,
        bytes,
        sha256,
        scan,
        path: paths.get(id),
      })),
    };
  }
}
