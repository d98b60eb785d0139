import { MAX_FILE_BYTES } from '../../../form/rules/limits.ts';
import { applicationForm, hiddenValue } from '../../dom.ts';
import { beginDraft } from '../begin-draft.ts';
import { say } from '../live-region.ts';
import { interpolate, uploadTexts } from '../texts.ts';
import { endAnnouncement, newAnnouncement } from './announcements.ts';
import { hideStarted, replaceFileList } from './file-list.ts';
import { createUploadQueue, type Outcome, type Send, type UploadQueue } from './upload-queue.ts';
import { createUploadRows } from './upload-rows.ts';

/** A network that is reported online may not carry data yet. */
const ONLINE_RETRIES_MS = [0, 2_000, 10_000];

/** Saves an upload that the server would refuse. If the page lacks the text, the server explains it. */
function refusalOf({ size }: File): string | undefined {
  const { empty, tooBig } = uploadTexts();
  if (size > MAX_FILE_BYTES) return tooBig;
  return size === 0 ? empty : undefined;
}

let sendScript = BUILT.sendScript;

/** Sends a file by a script that is loaded with the first one. */
const sendFile: Send = async (file, onProgress, signal, isRetry) => {
  const form = applicationForm();
  if (!form) return 'cancelled';
  await beginDraft().catch(() => undefined);
  const { filesAction: files = '', uploadsAction: uploads = '' } = form.dataset;
  const to = { files, uploads, token: hiddenValue('token'), submitKey: hiddenValue('submitKey') };
  try {
    const { send } = (await import(sendScript)) as typeof import('../../send.ts');
    const sent = await send({ file, to, onProgress, signal, isRetry });
    if (sent === 'unreadable') {
      const { unreadable, error } = uploadTexts();
      return { refused: unreadable ?? interpolate(error, { file: file.name }) };
    }
    if (sent === 'lost' || sent === 'serverError') return failed(file, sent);
    if (sent === 'cancelled' || 'refused' in sent) return sent;
    replaceFileList(sent.list);
    return sent.problem ? { refused: sent.problem } : 'taken';
  } catch {
    // Browsers may remember a failed import: a retry needs another address.
    sendScript += '?';
    return failed(file);
  }
};

function failed({ name }: File, why: 'lost' | 'serverError' = 'lost'): Outcome {
  const { error, serverError } = uploadTexts();
  return { failed: interpolate(why === 'lost' ? error : serverError, { file: name }) };
}

const rows = createUploadRows(() => queue);
export const focusRow = rows.focus;

let onChange: () => void;

/** The uploads of the page, with their rows and announcements. */
export const queue: UploadQueue = createUploadQueue({
  send: sendFile,
  refusalOf,
  onChange: (upload) => {
    rows.show(upload);
    hideStarted(upload.uploadId, upload.state === 'refused');
    say(newAnnouncement(upload, uploadTexts()), upload.state === 'running');
    onChange();
  },
  onEnd: (upload, end) => {
    rows.remove(upload);
    hideStarted(upload.uploadId, end !== 'taken');
    say(endAnnouncement(upload, end, uploadTexts()));
    onChange();
  },
});

/** Calls the listener after every change of an upload. */
export function watchUploads(listener: () => void): void {
  onChange = listener;
  const retryFailed = () => queue.retry(...queue.inState('failed'));
  window.addEventListener('online', () => {
    for (const delayMs of ONLINE_RETRIES_MS) setTimeout(retryFailed, delayMs);
  });
}
