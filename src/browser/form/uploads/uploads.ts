import { MAX_FILE_BYTES } from '../../../form/rules/limits.ts';
import { applicationForm, hiddenValue } from '../../dom.ts';
import { beginDraft } from '../begin-draft.ts';
import { say } from '../live-region.ts';
import { interpolate, uploadTexts } from '../texts.ts';
import { endAnnouncement, newAnnouncement } from './announcements.ts';
import { hideStarted, replaceFileList } from './file-list.ts';
import { createUploadQueue, type Outcome, type Send, type Upload, type UploadQueue } from './upload-queue.ts';
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
const loadSendScript = () => import(sendScript) as Promise<typeof import('../../send.ts')>;

/** Sends a file by a script that is loaded with the first one. */
const sendFile: Send = async (file, onProgress, signal) => {
  const form = applicationForm();
  if (!form) return 'cancelled';
  await beginDraft().catch(() => undefined);
  const { filesAction: files = '', uploadsAction: uploads = '' } = form.dataset;
  const to = { files, uploads, token: hiddenValue('token'), submitKey: hiddenValue('submitKey') };
  try {
    const { send } = await loadSendScript();
    const sent = await send({ file, to, onProgress, signal });
    if (sent === 'cancelled') return sent;
    if (typeof sent === 'string') return notSent(file, sent);
    if ('refused' in sent) return { state: 'refused', text: sent.refused, isRemoved: sent.isRemoved };
    replaceFileList(sent.list);
    return sent.problem ? { state: 'refused', text: sent.problem } : 'taken';
  } catch {
    // Browsers may remember a failed import: the next one needs another address.
    sendScript += '?';
    return notSent(file, navigator.onLine ? 'held' : 'lost');
  }
};

function notSent({ name }: File, why: 'lost' | 'serverError' | 'held' | 'unreadable'): Outcome {
  const state = why === 'held' ? why : why === 'unreadable' ? 'refused' : 'failed';
  return { state, text: interpolate(uploadTexts()[why], { file: name }) };
}

/** Removes an upload from the server that the browser or the applicant has given up. */
function removeFromServer({ uploadId }: Upload): void {
  const { uploadsAction } = applicationForm()?.dataset ?? {};
  if (uploadId && uploadsAction)
    loadSendScript().then(
      ({ terminateUpload }) => terminateUpload(`${uploadsAction}/${uploadId}`),
      () => undefined,
    );
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
    if (upload.state === 'refused' && !upload.isRemoved) removeFromServer(upload);
    say(newAnnouncement(upload, uploadTexts()), upload.state === 'running');
    onChange();
  },
  onEnd: (upload, end) => {
    rows.remove(upload);
    hideStarted(upload.uploadId, end !== 'taken');
    if (end === 'cancelled') removeFromServer(upload);
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
