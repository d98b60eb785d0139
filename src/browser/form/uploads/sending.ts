import type { Progress } from './upload-queue.ts';

/** A file to send. `to`: addresses and keys of its form. */
export type Sending = {
  file: File;
  to: { uploads: string; files: string; token: string; submitKey: string };
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
};

/** Final response of the form. */
export type FormResponse = { status: number; text: string };

/** Why a file was not sent. `lost`: no response; `held`: needs the form; `refused`: text for the applicant. */
export type NotSent =
  | 'lost'
  | 'serverError'
  | 'cancelled'
  | 'held'
  | { refused: string; isRemoved?: boolean };

const FIRST_SERVER_ERROR = 500;
/** 501: a proxy does not support the method; 507: the site has no space, which its text explains. */
const NO_RETRY = [501, 507];

export const isServerError = (status: number): boolean =>
  status >= FIRST_SERVER_ERROR && !NO_RETRY.includes(status);

/** False for a folder, and for a file that was moved or changed since it was picked. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
