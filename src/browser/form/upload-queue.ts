export type State = 'waiting' | 'running' | 'failed' | 'refused';

/** `isWaiting`: for the line to come back; `uploadId`: of what has come in pieces. */
export type Progress = { percent: number; minutesLeft?: number; isWaiting?: boolean; uploadId?: string };

/** A picked file that is not in the draft yet. `words`: why it failed or is refused; `hasFailed`: it was sent before. */
export type Upload = Progress & {
  readonly file: File;
  state: State;
  words: string;
  hasFailed?: boolean;
};

/** Result of sending a file, with words for the visitor; a refused file is not sent again. */
export type Outcome = 'taken' | 'cancelled' | { failed: string } | { refused: string };
export type End = 'taken' | 'cancelled' | 'dismissed';
export type Send = (
  file: File,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
  isRetry: boolean,
) => Promise<Outcome>;

type Options = {
  send: Send;
  /** Why a file need not be sent at all. */
  refusalOf: (file: File) => string | undefined;
  /** An upload is new, or has another state or percentage. */
  onChange: (upload: Upload) => void;
  onEnd: (upload: Upload, end: End) => void;
};

/** Why sending ends, where the visitor wants the file no more. */
export const CANCEL = 'cancel';

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Sends files one after another: on a slow line those sent together fail together. */
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
      // A failed file that is picked again is sent once, because the application must not hold it twice.
      const failed = inState('failed').find((upload) => isSameFile(upload.file, file));
      const words = refusalOf(file);
      const upload = failed ?? { file, state: 'waiting', percent: 0, words: '' };
      uploads.add(upload);
      change(upload, words ? { state: 'refused', words } : { state: 'waiting' });
    }
    void sendNext();
  }

  async function sendNext(): Promise<void> {
    const [upload] = inState('waiting');
    if (!upload || isPaused || inState('running').length > 0) return;
    abort = new AbortController();
    change(upload, { state: 'running', percent: 0 });
    const tell = (progress: Progress) => change(upload, progress);
    finish(upload, await send(upload.file, tell, abort.signal, !!upload.hasFailed));
    void sendNext();
  }

  function finish(upload: Upload, outcome: Outcome): void {
    if (typeof outcome === 'string') end(upload, outcome);
    else if ('failed' in outcome) change(upload, { state: 'failed', words: outcome.failed, hasFailed: true });
    else change(upload, { state: 'refused', words: outcome.refused });
  }

  function cancel(upload: Upload): void {
    if (upload.state === 'running') abort.abort(CANCEL);
    else end(upload, 'cancelled');
  }

  function retry(...failed: Upload[]): void {
    for (const upload of failed) change(upload, { state: 'waiting' });
    void sendNext();
  }

  /** Starts no further file; the one that runs goes on. */
  function pause(): void {
    isPaused = true;
  }

  function resume(): void {
    isPaused = false;
    void sendNext();
  }

  /** Drops all files: there is no form left for them. */
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
