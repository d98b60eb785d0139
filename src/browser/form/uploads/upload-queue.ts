/** `held`: sent with the form only. */
export type State = 'waiting' | 'running' | Ended;
type Ended = 'failed' | 'refused' | 'held';

/** `isWaiting`: for the network; `uploadId`: of a resumable upload. */
export type Progress = { percent: number; isWaiting?: boolean; uploadId?: string };

/** A picked file that is not in the draft yet. `text`: why it is not; `isRemoved`: the server has removed what was sent of it. */
export type Upload = Progress & { file: File; state: State; text: string; isRemoved?: boolean };

/** Result of sending a file, with a text for the applicant. Only a failed file can be retried. */
export type Outcome = 'taken' | 'cancelled' | { state: Ended; text: string; isRemoved?: boolean };
export type End = 'taken' | 'cancelled' | 'dismissed';
export type Send = (
  file: File,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<Outcome>;

type Options = {
  send: Send;
  /** Returns why a file is not worth sending. */
  refusalOf: (file: File) => string | undefined;
  /** Called for a new upload, and when its state or progress changes. */
  onChange: (upload: Upload) => void;
  onEnd: (upload: Upload, end: End) => void;
};

/** Abort reason of an upload that the applicant cancels. */
export const CANCEL = 'cancel';

/** Sends one file at a time: on a slow network, parallel uploads would fail together. */
export function createUploadQueue({ send, refusalOf, onChange, onEnd }: Options) {
  const uploads = new Set<Upload>();
  let abort = new AbortController();
  let isPaused = false;

  const inState = (...states: State[]): Upload[] =>
    [...uploads].filter(({ state }) => states.includes(state));
  const isBusy = (): boolean => inState('waiting', 'running').length > 0;

  function change(upload: Upload, changes: Partial<Upload>): void {
    Object.assign(upload, changes);
    if (uploads.has(upload)) onChange(upload);
  }

  function end(upload: Upload, how: End): void {
    if (uploads.delete(upload)) onEnd(upload, how);
  }

  function add(files: readonly File[]): void {
    for (const file of files) {
      // A file that is picked again, also after a change, replaces the earlier one.
      const ended = inState('failed', 'refused', 'held').find((upload) => upload.file.name === file.name);
      const refusal = refusalOf(file);
      const upload: Upload = ended ?? { file, state: 'waiting', percent: 0, text: '' };
      uploads.add(upload);
      change(upload, refusal ? { file, state: 'refused', text: refusal } : { file, state: 'waiting' });
    }
    void sendNext();
  }

  async function sendNext(): Promise<void> {
    const [upload] = inState('waiting');
    if (!upload || isPaused || inState('running').length > 0) return;
    abort = new AbortController();
    change(upload, { state: 'running', percent: 0 });
    const onProgress = (progress: Progress) => change(upload, progress);
    const outcome = await send(upload.file, onProgress, abort.signal);
    if (typeof outcome === 'string') end(upload, outcome);
    else change(upload, outcome);
    void sendNext();
  }

  function cancel(upload: Upload): void {
    if (upload.state === 'running') abort.abort(CANCEL);
    else end(upload, 'cancelled');
  }

  function retry(...failed: Upload[]): void {
    for (const upload of failed) change(upload, { state: 'waiting' });
    void sendNext();
  }

  /** Starts no further file. A running one continues. */
  function pause(): void {
    isPaused = true;
  }

  function resume(): void {
    isPaused = false;
    void sendNext();
  }

  /** Drops all files, because their form is gone. */
  function stop(): void {
    pause();
    for (const upload of [...uploads]) end(upload, 'dismissed');
    abort.abort();
  }

  return {
    add,
    cancel,
    retry,
    dismiss: (upload: Upload) => end(upload, 'dismissed'),
    inState,
    isBusy,
    pause,
    resume,
    stop,
  };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;
