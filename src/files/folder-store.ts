import { access, constants, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Uploads } from './file-store.ts';
import { openIncoming, untouchedIn } from './incoming-files.ts';
import { checkedName, STORED_NAME } from './stored-name.ts';
import { syncFolder } from './sync-folder.ts';

/** Files in a folder: what comes in gets its stored name by a rename. */
export async function openFolderUploads(dataDir: string): Promise<Uploads> {
  const incoming = await openIncoming(dataDir);
  const { folder, isDiskFull, create, discard, removeIncoming } = incoming;
  const pathOf = (name: string) => path.join(folder, checkedName(name));

  return {
    isDiskFull,
    create,
    discard,
    removeIncoming,

    /** Also the name is on disk then. */
    async commit(upload) {
      await incoming.ended(upload);
      await rename(upload.path, pathOf(upload.storedName));
      await syncFolder(folder);
      return upload.storedName;
    },

    open: async (storedName) => (await open(pathOf(storedName))).createReadStream(),
    remove: async (storedName) => rm(pathOf(storedName), { force: true }),
    untouchedSince: (time) => untouchedIn(folder, STORED_NAME, time),
    ask: () => access(folder, constants.W_OK),
    watch: () => undefined,
  };
}
