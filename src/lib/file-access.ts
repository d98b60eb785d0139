import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { errorCodeOf } from './files.ts';

const MODE_MASK = 0o7777;

/**
 * Returns why this process cannot read and change a file or folder, with its owner and the next step, or undefined if it can or if
 * the file does not exist. `advise` returns the command that root runs to give this process access.
 */
export function explainNoAccess(file: string, advise: Advise): string | undefined {
  const { R_OK, W_OK, X_OK } = constants;
  let found: Stats | undefined;
  try {
    found = statSync(file, { throwIfNoEntry: false });
    if (found) accessSync(file, R_OK | W_OK | (found.isDirectory() ? X_OK : 0));
    return undefined;
  } catch (error) {
    if (errorCodeOf(error) === 'EROFS')
      return `${file} is read-only for this process. Mount it for writing (systemd: ReadWritePaths=), or choose another folder.`;
    return found ? describeOwner(found, file, advise) : explainNoAccess(path.dirname(file), advise);
  }
}

type Advise = (user: string) => string;

export const giveTo =
  (folder: string): Advise =>
  (user) =>
    `chown -R ${user} ${folder}`;

function describeOwner(stats: Stats, file: string, advise: Advise): string {
  const { uid, mode } = stats;
  const [owner, user] = [findUserName(uid), findUserName(process.geteuid?.() ?? uid)];
  const ownerMode = stats.isDirectory() ? constants.S_IRWXU : constants.S_IRUSR | constants.S_IWUSR;
  if (owner === user && (mode & ownerMode) === ownerMode)
    return `${file}: access is denied although its owner and mode allow it. Check SELinux or AppArmor.`;
  if (owner === user)
    return `${file} belongs to ${owner}, but its mode is ${(mode & MODE_MASK).toString(8)}. Run chmod u+rwX ${file}`;
  // Another user's folder is more likely right than this process's user.
  const asOwner = uid === 0 ? 'Run' : `Start it as that user (sudo -u ${toSudoUser(owner)}), or run`;
  return `${file} belongs to ${owner}, this process runs as ${user}. ${asOwner} as root: ${advise(user)}`;
}

/** Returns the path itself or the first folder above it that exists. */
export function findExisting(file: string): string {
  return existsSync(file) ? file : findExisting(path.dirname(file));
}

/** Returns the name of a user, or the number if it has none. */
export function findUserName(uid: number): string {
  try {
    return execFileSync('id', ['-nu', `${uid}`], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return `${uid}`;
  }
}

/** Returns a user for the option `-u` of sudo, which marks numbers. */
export const toSudoUser = (name: string): string => (/^\d/u.test(name) ? `'#${name}'` : name);
