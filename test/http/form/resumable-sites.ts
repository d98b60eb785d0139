import { createHash } from 'node:crypto';
import { SITE_URL, type Site } from '../../support/site.ts';
import { type TusClient, tusClient } from '../../support/tus-client.ts';
import { arrive, begin, draftIdOf, type Visitor } from './form-site.ts';

export const KB = 1024;

export type TusVisitor = TusClient & { client: Visitor };

/** A visitor whose browser sends its origin. */
export async function sender(site: Site, { hasDraft = true } = {}): Promise<TusVisitor> {
  const client = await (hasDraft ? begin : arrive)(site, undefined, SITE_URL);
  return { ...tusClient(client), client };
}

/** Begins an upload and returns its address. */
export async function begun(visitor: TusClient, name: string, bytes: number): Promise<string> {
  const { status, headers, text } = await visitor.create(name, bytes);
  if (status !== 201) throw new Error(`not begun: ${status} ${text}`);
  return headers.location ?? '';
}

/** Files of the visitor's draft by name, with the hash of their stored bytes. */
export async function storedFiles(site: Site, { client }: TusVisitor): Promise<[string, string][]> {
  const files = await site.store.drafts.files(await draftIdOf(site, client));
  return Promise.all(files.map(async ({ name, storedName }) => [name, await hashIn(site, storedName)]));
}

async function hashIn({ store }: Site, storedName: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await store.uploads.open(storedName)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Names of all stored files. */
export async function storedNames({ store }: Site): Promise<string[]> {
  const names: string[] = [];
  for await (const page of store.uploads.unchangedSince(Number.POSITIVE_INFINITY)) names.push(...page);
  return names;
}
