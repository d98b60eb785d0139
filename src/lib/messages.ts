import { errorCodeOf } from './files.ts';

/** Returns a number with its noun: `1 file`, `2 files`, `0 deliveries`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : `${noun.replace(/y$/u, 'ie')}s`}`;

const READ_ERRORS: Record<string, string> = {
  ENOENT: 'it does not exist',
  EACCES: 'this user has no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
};

/** Describes why a file or folder cannot be read, without its path, which Node's message repeats. */
export function describeReadError(error: unknown): string {
  const code = errorCodeOf(error) ?? '';
  return READ_ERRORS[code] ?? code;
}

/** A listen address. `fd` is the descriptor of a socket that systemd opened. */
type ListenAddress = { port: number; host?: string; fd?: number };

/** Describes why a server cannot listen, with the next step. `setting` is what determines the port. */
export function describeListenError(
  error: Error,
  { port, host, fd }: ListenAddress,
  setting = 'PORT',
): string {
  const code = errorCodeOf(error) ?? '';
  const isSite = setting === 'PORT';
  if (fd !== undefined)
    return `The socket of systemd cannot be used (${code}). Check ListenStream= in plinth.socket, and start the site by systemctl start plinth.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Set ${setting} to another one, or stop the program that uses it; ss -ltnp shows it${isSite ? ' (systemd: stop plinth.socket)' : ''}.`;
  if (code === 'EACCES')
    return `Port ${port} is reserved for root. Set ${setting} to 1024 or higher${isSite ? ', behind a proxy or a socket of systemd' : ''}.`;
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT', 'EINVAL'].includes(code))
    return `HOST: ${host} is not an address of this machine (${code}). Set it to one, such as 127.0.0.1, or unset it to listen on all.`;
  return error.message;
}
