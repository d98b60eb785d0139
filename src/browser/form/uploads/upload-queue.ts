/** Action of a button in an upload's row. */
export type Action = 'cancel' | 'retry' | 'dismiss';

/**
 * States of an upload and the buttons of its row. A row without buttons is removed. `held`: the file can only be sent with the
 * form. `dismissed`: the applicant has removed the row, the form has sent the file, or the form is gone.
 */
export const states = {
  waiting: ['cancel'],
  running: ['cancel'],
  failed: ['retry', 'cancel'],
  refused: ['dismiss'],
  held: ['dismiss'],
  taken: [],
  cancelled: [],
  dismissed: [],
} as const satisfies Record<string, readonly Action[]>;

export type State = keyof typeof states;

export const isOpen = ({ state }: Upload): boolean => states[state].length > 0;

/** `isWaiting` means waiting for the network. `uploadId` is the id of the server's unfinished upload. */
export type Progress = { percent: number; isWaiting?: boolean; uploadId?: string };

/** A picked file with the state that its row and its announcements derive from. `text` is the reason why the upload ended. */
export type Upload = Progress & { file: File; state: State; text: string };

/** Result of sending a file. Failures have a text for the applicant. */
export type Outcome = { state: State; text?: string };
export type Send = (
  file: File,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<Outcome>;

type Options = {
  send: Send;
  /** Returns the reason if the server would refuse a file. */
  refusalOf: (file: File) => string | undefined;
  /** Called for a new upload, and when its state or progress changes. */
  onChange: (upload: Upload) => void;
};

/** Abort reason of an upload that the applicant cancels. */
export const CANCEL = 'cancel';

/** Creates a queue that sends one file at a time, because parallel uploads could all fail on a slow network. */
export function createUploadQueue({ send, refusalOf, onChange }: Options) {
  const uploads = new Set<Upload>();
  let abort = new AbortController();
  let isPaused = false;

  const inState = (...states: State[]): Upload[] =>
    [...uploads].filter(({ state }) => states.includes(state));
  const isBusy = (): boolean => inState('waiting', 'running').length > 0;

  function change(upload: Upload, changes: Partial<Upload>): void {
    if (!isOpen(upload)) return;
    Object.assign(upload, changes);
    onChange(upload);
  }

  function add(files: readonly File[]): void {
    for (const file of files) {
      // A re-picked file replaces the earlier file of the same name, even if it has changed.
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
    change(upload, outcome);
    void sendNext();
  }

  function cancel(upload: Upload): void {
    if (upload.state === 'running') abort.abort(CANCEL);
    else change(upload, { state: 'cancelled' });
  }

  const dismiss = (upload: Upload): void => change(upload, { state: 'dismissed' });

  function retry(...failed: Upload[]): void {
    for (const upload of failed) change(upload, { state: 'waiting' });
    void sendNext();
  }

  /** Stops sending after the running upload. */
  function pause(): void {
    isPaused = true;
  }

  function resume(): void {
    isPaused = false;
    void sendNext();
  }

  /** Drops all files, because the form is gone. */
  function stop(): void {
    pause();
    for (const upload of uploads) dismiss(upload);
    abort.abort();
  }

  return { add, cancel, retry, dismiss, inState, isBusy, pause, resume, stop };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;
