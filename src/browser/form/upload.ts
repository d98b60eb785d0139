import { MAX_FILE_BYTES } from '../../form/rules/limits.ts';
import { say } from '../live-region.ts';
import { uploadTexts } from '../texts.ts';
import { hideStarted } from './file-list.ts';
import { sendFile } from './send-file.ts';
import { farewellTo, newsOf } from './upload-announcements.ts';
import { createUploadQueue, type UploadQueue } from './upload-queue.ts';
import { createUploadRows } from './upload-rows.ts';

/** A line that is said to be back often takes a while to carry anything. */
const ONLINE_RETRIES_MS = [0, 2_000, 10_000];

/** What the server would say after the whole file had gone up; where the page lacks the words, it says it itself. */
function refusalOf({ size }: File): string | undefined {
  const { empty, tooBig } = uploadTexts();
  if (size > MAX_FILE_BYTES) return tooBig;
  return size === 0 ? empty : undefined;
}

const rows = createUploadRows(() => queue);
export const focusRow = rows.focus;

let onSettle: () => void;

/** The uploads as they are seen and heard. */
export const queue: UploadQueue = createUploadQueue({
  send: sendFile,
  refusalOf,
  onChange: (upload) => {
    rows.show(upload);
    hideStarted(upload.uploadId);
    say(newsOf(upload, uploadTexts()), upload.state === 'running');
    onSettle();
  },
  onEnd: (upload, end) => {
    rows.remove(upload);
    say(farewellTo(upload, end, uploadTexts()));
    onSettle();
  },
});

/** Tells of every change of an upload, once it is done. */
export function watchUploads(listener: () => void): void {
  onSettle = listener;
  const retryFailed = () => queue.retry(...queue.inState('failed'));
  window.addEventListener('online', () => {
    for (const delay of ONLINE_RETRIES_MS) setTimeout(retryFailed, delay);
  });
}
