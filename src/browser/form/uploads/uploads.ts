import { MAX_FILE_BYTES } from '../../../applications/rules/limits.ts';
import { applicationForm, byId, hiddenValue } from '../../dom.ts';
import { beginDraft } from '../draft.ts';
import { interpolate, newAnnouncement, say, uploadTexts } from '../messages.ts';
import { hideUnfinished, replaceFileList } from './file-list.ts';
import {
  createUploadQueue,
  type Outcome,
  type Send,
  type State,
  type Upload,
  type UploadQueue,
} from './upload-queue.ts';
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
    if ('refused' in sent) return { state: 'refused', text: sent.refused };
    replaceFileList(sent.list, ownIds());
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

/** The server removes the uploads that the page gives up. */
const GIVEN_UP: readonly State[] = ['refused', 'cancelled'];
/** The server may still list these as unfinished: they have a row, or were finished meanwhile. */
const SHOWN: readonly State[] = ['waiting', 'running', 'failed', 'held', 'taken'];

const ownIds = (): Set<string | undefined> =>
  new Set(queue.inState(...SHOWN).flatMap(({ uploadId }) => uploadId ?? []));

/** Called after each swap. */
export const hideOwnUnfinished = (): void => hideUnfinished(ownIds());

let onChange: () => void;

/** The uploads of the page, with their rows and announcements. */
export const queue: UploadQueue = createUploadQueue({
  send: sendFile,
  refusalOf,
  onChange: (upload) => {
    rows.update(upload);
    hideOwnUnfinished();
    if (GIVEN_UP.includes(upload.state)) removeFromServer(upload);
    say(newAnnouncement(upload, uploadTexts()), upload.state === 'running');
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

const OVER = 'drop-over';

/** Uploads picked and dropped files immediately. */
export function watchFilePicker(): void {
  document.addEventListener('change', ({ target }) => {
    if ((target as Element).id === 'declareFile') queuePicked();
  });
  document.addEventListener('dragover', (event) => aim(event));
  document.addEventListener('dragleave', () => mark(false));
  document.addEventListener('drop', (event) => {
    if (!aim(event)) return;
    mark(false);
    queue.add([...(event.dataTransfer?.files ?? [])]);
  });
  // Picked before this script was loaded.
  queuePicked();
}

/** Moves files from the input to the queue: the form would send them again. */
function queuePicked(): void {
  const input = byId('declareFile') as HTMLInputElement | null;
  if (!input?.files?.length) return;
  const files = [...input.files];
  input.value = '';
  queue.add(files);
}

/** Returns whether files are dragged over the box. Next to it, the browser must not open a dropped file. */
function aim(event: DragEvent): boolean {
  if (!event.dataTransfer?.types.includes('Files') || !applicationForm()) return false;
  event.preventDefault();
  const isOver = (event.target as Element).closest('#_drop') !== null;
  event.dataTransfer.dropEffect = isOver ? 'copy' : 'none';
  mark(isOver);
  return isOver;
}

const mark = (isOver: boolean): void => {
  byId('_drop')?.classList.toggle(OVER, isOver);
};
