import { MAX_FILE_BYTES } from '../../../applications/rules/limits.ts';
import { applicationForm, byId, hiddenValue } from '../../dom.ts';
import { beginDraft } from '../draft.ts';
import { newAnnouncement, say, uploadText } from '../messages.ts';
import { hideUnfinished, removed } from './file-list.ts';
import { createUploadQueue, type Send, type Upload, type UploadQueue } from './upload-queue.ts';
import { createUploadRows } from './upload-rows.ts';

/** Delays of retries after going online, because the network may not be usable yet. */
const ONLINE_RETRIES_MS = [0, 2_000, 10_000];

/** Returns the reason if the server would refuse a file. Without a text for it on the page, leaves the refusal to the server. */
function refusalOf(file: File): string {
  if (file.size > MAX_FILE_BYTES) return uploadText('tooBig', file);
  return file.size === 0 ? uploadText('empty', file) : '';
}

let sendScript = BUILT.sendScript;
const loadSendScript = () => import(sendScript) as Promise<typeof import('../../send.ts')>;

/** Number of running uploads and removals. A removal continues after its row is gone. */
let running = 0;
export const isUploading = (): boolean => running > 0 || queue.isBusy();

async function track<T>(work: Promise<T>): Promise<T> {
  running += 1;
  const result = await work;
  running -= 1;
  onChange();
  return result;
}

/** Sends a file. Loads the script for this with the first file. */
const sendFile: Send = async (file, onProgress, signal) => {
  await beginDraft().catch(() => undefined);
  const to = { uploads: uploadsAction(), submitKey: hiddenValue('submitKey') };
  try {
    const { send, replaceFileList } = await loadSendScript();
    const { list, state, message, text } = await send({ file, to, onProgress, signal });
    if (list) replaceFileList(list, removed, ownIds());
    return { state, text: text ?? uploadText(message, file) };
  } catch {
    // Browsers may cache a failed import, so the next import needs another URL.
    sendScript += '?';
    return navigator.onLine ? { state: 'deferred' } : { state: 'failed', text: uploadText('lost', file) };
  }
};

const uploadsAction = (): string => applicationForm()?.dataset.uploadsAction ?? '';

function removeFromServer(upload: Upload): void {
  const { uploadId } = upload;
  upload.uploadId = undefined;
  if (uploadId)
    track(
      loadSendScript()
        .then(({ removeUpload }) => removeUpload(`${uploadsAction()}/${uploadId}`))
        .catch(() => undefined),
    );
}

const rows = createUploadRows({
  cancel: (upload) => {
    removeFromServer(upload);
    queue.end(upload, uploadText('cancelled', upload.file));
  },
  retry: (upload) => queue.retry(upload),
  dismiss: (upload) => queue.end(upload),
});
export const focusRow = rows.focus;

/** Uploads that the server's list must omit. It shows those that this page has given up. */
const ownIds = (): Set<string | undefined> => new Set([...queue.uploads].map(({ uploadId }) => uploadId));

/** Hides this page's uploads in the list of unfinished uploads after each swap. */
export const hideOwnUnfinished = (): void => hideUnfinished(ownIds());

let onChange: () => void;

/** The uploads of the page, with their rows and announcements. */
export const queue: UploadQueue = createUploadQueue({
  send: (...sending) => track(sendFile(...sending)),
  refusalOf,
  onChange: (upload) => {
    rows.update(upload);
    hideOwnUnfinished();
    if (upload.state === 'refused') removeFromServer(upload);
    say(newAnnouncement(upload), upload.state === 'running');
    onChange();
  },
});

export function watchUploads(listener: () => void): void {
  onChange = listener;
  const retryFailed = () => queue.retry(...queue.inState('failed'));
  window.addEventListener('online', () => {
    for (const delayMs of ONLINE_RETRIES_MS) setTimeout(retryFailed, delayMs);
  });
}

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
  // Queues files that were picked before this script was loaded.
  queuePicked();
}

/** Moves files from the input to the queue, because otherwise the form would resend them. */
function queuePicked(): void {
  const input = byId('declareFile') as HTMLInputElement | null;
  if (!input?.files?.length) return;
  const files = [...input.files];
  input.value = '';
  queue.add(files);
}

/** Whether files are dragged over the box. Prevents the browser from opening files that are dropped next to the box. */
function aim(event: DragEvent): boolean {
  if (!event.dataTransfer?.types.includes('Files') || !applicationForm()) return false;
  event.preventDefault();
  const isOver = (event.target as Element).closest('#_drop') !== null;
  event.dataTransfer.dropEffect = isOver ? 'copy' : 'none';
  mark(isOver);
  return isOver;
}

const mark = (isOver: boolean): void => {
  byId('_drop')?.classList.toggle('drop-over', isOver);
};
