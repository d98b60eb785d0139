import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { nestedArchive } from './nested-archive.ts';

/** The one file of a ZIP, as a reader of ZIPs finds it. */
const opened = (archive: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.once('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          resolve(Buffer.concat(await stream.toArray()));
        });
      });
      zip.readEntry();
    });
  });

it('a nested archive is a ZIP in a ZIP, as often as was asked', async () => {
  let content: Buffer = nestedArchive(4);
  for (let depth = 0; depth < 4; depth += 1) content = await opened(content);
  expect(content.toString()).toBe('nothing');
});
