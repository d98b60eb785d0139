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

/** Why a file was not sent; `lost`: no answer came; `refused`: the words for the visitor. */
export type Unsent = 'lost' | 'serverError' | 'cancelled' | { refused: string };

const SERVER_ERRORS = 500;
/** 501: a proxy does not know the method; 507: the site has no space for files, which it says in words. */
const SPECIAL = [501, 507];

export const isServerError = (status: number): boolean =>
  status >= SERVER_ERRORS && !SPECIAL.includes(status);
