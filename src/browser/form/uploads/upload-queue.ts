export type Action = 'cancel' | 'retry' | 'dismiss';

/** Buttons by state. `deferred`: the file is sent with the form. `ended`: it is in the draft or was given up, without a row. */
export const states = {
  waiting: ['cancel'],
  running: ['cancel'],
  failed: ['retry', 'cancel'],
  deferred: ['cancel'],
  refused: ['dismiss'],
  ended: [],
} as const satisfies Record<string, readonly Action[]>;

export type State = keyof typeof states;

export const hasRow = ({ state }: Upload): boolean => states[state].length > 0;

/** `isWaiting`: for the network. `uploadId`: of the server's unfinished upload. */
export type Progress = { percent: number; isWaiting?: boolean; uploadId?: string };

/** `text` replaces the state's usual message. */
export type Upload = Progress & { file: File; state: State; text: string };

export type Outcome = { state: State; text?: string };
export type Send = (
  file: File,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<Outcome>;

type Options = {
  send: Send;
  /** Returns why the server would refuse a file, or an empty string. */
  refusalOf: (file: File) => string;
  onChange: (upload: Upload) => void;
};

/** Sends one file at a time: parallel uploads could all fail on a slow network. */
export function createUploadQueue({ send, refusalOf, onChange }: Options) {
  const uploads = new Set<Upload>();
  let abort = new AbortController();
  let isPaused = false;

  const inState = (...states: State[]): Upload[] =>
    [...uploads].filter(({ state }) => states.includes(state));
  const isBusy = (): boolean => inState('waiting', 'running').length > 0;
  const forForm = (): Upload[] => inState('failed', 'deferred');

  const isStalled = (): boolean => inState('running').some(({ isWaiting }) => isWaiting);

  function change(upload: Upload, changes: Partial<Upload>): void {
    if (!hasRow(upload)) return;
    Object.assign(upload, { text: '', isWaiting: false }, changes);
    onChange(upload);
  }

  function add(files: readonly File[]): void {
    for (const file of files) {
      // A re-picked file replaces the earlier file with the same name, even if it has changed.
      const earlier = inState('failed', 'refused', 'deferred').find(
        (upload) => upload.file.name === file.name,
      );
      const refusal = refusalOf(file);
      const upload: Upload = earlier ?? { file, state: 'waiting', percent: 0, text: '' };
      uploads.add(upload);
      change(upload, refusal ? { file, state: 'refused', text: refusal } : { file, state: 'waiting' });
    }
    void sendNext();
  }

  async function sendNext(): Promise<void> {
    const [upload] = inState('waiting');
    if (!upload || isPaused || inState('running').length > 0) return;
    abort = new AbortController();
    const { signal } = abort;
    const changeUnlessAborted = (changes: Partial<Upload>) => signal.aborted || change(upload, changes);
    change(upload, { state: 'running', percent: 0 });
    changeUnlessAborted(await send(upload.file, changeUnlessAborted, signal));
    void sendNext();
  }

  /** Drops a file. The server's unfinished upload is no longer shown as this one. */
  function end(upload: Upload, text = ''): void {
    if (upload.state === 'running') abort.abort();
    change(upload, { state: 'ended', text, uploadId: undefined });
    void sendNext();
  }

  function retry(...failed: Upload[]): void {
    for (const upload of failed) change(upload, { state: 'waiting' });
    void sendNext();
  }

  function defer(): void {
    abort.abort();
    for (const upload of inState('waiting', 'running')) change(upload, { state: 'deferred' });
  }

  /** Stops sending after the running upload. */
  function pause(): void {
    isPaused = true;
  }

  function resume(): void {
    isPaused = false;
    void sendNext();
  }

  function stop(): void {
    pause();
    for (const upload of uploads) end(upload);
  }

  return { uploads, add, end, retry, defer, inState, forForm, isBusy, isStalled, pause, resume, stop };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;
