import { MAX_FILE_BYTES } from '../../../applications/rules/limits.ts';
import { applicationForm, byId, hiddenValue } from '../../dom.ts';
import { ensureDraft } from '../draft.ts';
import { announce, newAnnouncement, uploadText } from '../messages.ts';
import { hideUnfinished, removed } from './file-list.ts';
import { createUploadQueue, type Send, type Upload, type UploadQueue } from './upload-queue.ts';
import { createUploadRows } from './upload-rows.ts';

/** Delays of retries after going online, when the network may not be usable yet. */
const ONLINE_RETRIES_MS = [0, 2_000, 10_000];

function refusalOf(file: File): string {
  if (file.size > MAX_FILE_BYTES) return uploadText('tooBig', file);
  return file.size === 0 ? uploadText('empty', file) : '';
}

let sendScript = BUILT.sendScript;
const loadSendScript = () => import(sendScript) as Promise<typeof import('../../send.ts')>;

/** Running uploads and removals. A removal continues after its row is gone. */
let running = 0;
export const isUploading = (): boolean => running > 0 || queue.isBusy();

async function track<T>(work: Promise<T>): Promise<T> {
  running += 1;
  const result = await work;
  running -= 1;
  onChange();
  return result;
}

/** Loads the script for this with the first file. */
const sendFile: Send = async (file, onProgress, signal) => {
  await ensureDraft().catch(() => undefined);
  const form = { uploadsUrl: uploadsAction(), submitKey: hiddenValue('submitKey') };
  try {
    const { uploadFile, replaceFileList } = await loadSendScript();
    const { list, state, message, text } = await uploadFile({ ...form, file, onProgress, signal });
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

/** The server's list shows only uploads that this page has given up. */
const ownIds = (): Set<string | undefined> => new Set([...queue.uploads].map(({ uploadId }) => uploadId));

export const hideOwnUnfinished = (): void => hideUnfinished(ownIds());

let onChange: () => void;

export const queue: UploadQueue = createUploadQueue({
  send: (...sending) => track(sendFile(...sending)),
  refusalOf,
  onChange: (upload) => {
    rows.update(upload);
    hideOwnUnfinished();
    if (upload.state === 'refused') removeFromServer(upload);
    announce(newAnnouncement(upload), upload.state === 'running');
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

export function watchFilePicker(): void {
  document.addEventListener('change', ({ target }) => {
    if ((target as Element).id === 'declareFile') queuePickedFiles();
  });
  document.addEventListener('dragover', (event) => trackDrag(event));
  document.addEventListener('dragleave', () => highlightDropBox(false));
  document.addEventListener('drop', (event) => {
    if (!trackDrag(event)) return;
    highlightDropBox(false);
    queue.add([...(event.dataTransfer?.files ?? [])]);
  });
  // Queues files that were picked before this script was loaded.
  queuePickedFiles();
}

/** Empties the input: the form would resend its files. */
function queuePickedFiles(): void {
  const input = byId('declareFile') as HTMLInputElement | null;
  if (!input?.files?.length) return;
  const files = [...input.files];
  input.value = '';
  queue.add(files);
}

/** Whether files are dragged over the box. The browser must not open files that are dropped next to it. */
function trackDrag(event: DragEvent): boolean {
  if (!event.dataTransfer?.types.includes('Files') || !applicationForm()) return false;
  event.preventDefault();
  const isOver = (event.target as Element).closest('#_drop') !== null;
  event.dataTransfer.dropEffect = isOver ? 'copy' : 'none';
  highlightDropBox(isOver);
  return isOver;
}

const highlightDropBox = (isOver: boolean): void => {
  byId('_drop')?.classList.toggle('drop-over', isOver);
};
