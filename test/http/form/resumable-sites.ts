import { buffer } from 'node:stream/consumers';
import { listNames } from '../../../src/applications/files/testing/s3-fixture.ts';
import { sha256Of } from '../../../src/applications/store/testing/index.ts';
import { SITE_URL, type Site } from '../../support/site.ts';
import { type TusClient, tusClient } from '../../support/tus-client.ts';
import { arrive, begin, draftIdOf, type Visitor } from './form-site.ts';

export const KB = 1024;

export type TusVisitor = TusClient & { client: Visitor };

/** Creates a visitor whose browser sends its origin. */
export async function sender(site: Site, { hasDraft = true } = {}): Promise<TusVisitor> {
  const client = await (hasDraft ? begin : arrive)(site, undefined, SITE_URL);
  return { ...tusClient(client), client };
}

/** Starts an upload and returns its URL. */
export async function begun(visitor: TusClient, name: string, bytes: number): Promise<string> {
  const { status, headers, text } = await visitor.create(name, bytes);
  if (status !== 201) throw new Error(`not begun: ${status} ${text}`);
  return headers.location ?? '';
}

/** Returns the visitor's draft files by name, with the hash of their stored bytes. */
export async function storedFiles(site: Site, { client }: { client: Visitor }): Promise<[string, string][]> {
  const files = await site.store.drafts.files(await draftIdOf(site, client));
  const { fileStore } = site.store;
  return Promise.all(
    files.map(async ({ name, storedName }) => [
      name,
      sha256Of(await buffer(await fileStore.open(storedName))),
    ]),
  );
}

/** Returns the names of all stored files. */
export const storedNames = ({ store }: Site): Promise<string[]> => listNames(store.fileStore);
