import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3Settings } from '../config/store-settings.ts';
import { createBucket, type Limits, type OnCall } from './bucket.ts';
import type { Uploads } from './file-store.ts';
import { openIncoming } from './incoming-files.ts';
import { checkedName, STORED_NAME } from './stored-name.ts';

/** Files in a bucket under the prefix; what comes in lies in a folder of `dataDir` until the store has it. */
export async function openS3Uploads(
  dataDir: string,
  settings: S3Settings,
  limits?: Limits,
): Promise<Uploads> {
  const incoming = await openIncoming(dataDir);
  const { isDiskFull, create, discard, removeIncoming } = incoming;
  let onCall: OnCall = () => undefined;
  const bucket = await createBucket(settings, { limits, onCall: (...facts) => onCall(...facts) });
  const keyOf = (name: string) => settings.prefix + checkedName(name);

  return {
    isDiskFull,
    create,
    discard,
    removeIncoming,

    /** The file on this machine goes when the store has acknowledged it. */
    async commit(upload) {
      await incoming.ended(upload);
      await bucket.put(keyOf(upload.storedName), await readFile(upload.path));
      // The store has the file: one that stays here is swept.
      await rm(upload.path, { force: true }).catch(() => undefined);
      return upload.storedName;
    },

    open: async (storedName) => Readable.from([await bucket.get(keyOf(storedName))]),
    remove: async (storedName) => bucket.delete(keyOf(storedName)),

    /** By the store's clock. */
    async *untouchedSince(time) {
      for await (const { keys, now } of bucket.list(settings.prefix)) {
        const before = time + now - Date.now();
        const old = keys.filter(({ changedAt }) => changedAt < before);
        yield old
          .map(({ key }) => key.slice(settings.prefix.length))
          .filter((name) => STORED_NAME.test(name));
      }
    },

    async ask() {
      await bucket.list(settings.prefix, 1).next();
    },

    watch(told) {
      onCall = told;
    },
  };
}
