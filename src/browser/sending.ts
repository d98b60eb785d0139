import type { Progress } from './upload-queue.ts';

/** A file on its way: `to` the addresses and keys of its form. */
export type Sending = {
  file: File;
  to: { uploads: string; files: string; token: string; submitKey: string };
  tell: (progress: Progress) => void;
  signal: AbortSignal;
  isRetry: boolean;
};

/** An answer of the form. */
export type Answer = { status: number; text: string };
