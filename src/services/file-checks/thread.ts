import { checkFile, type FileCheck } from './check-file.ts';

export type CheckTask = { path: string; name: string; bytes: number };

/** What cannot be thrown from one thread to another as it is: an error loses all but its message on the way. */
export type Fault = { message: string; code?: string; syscall?: string };

/** What the thread for file checks runs. */
export default async function check({ path, name, bytes }: CheckTask): Promise<FileCheck | { fault: Fault }> {
  try {
    return await checkFile(path, name, bytes);
  } catch (error) {
    const { message, code, syscall } = error as NodeJS.ErrnoException;
    return { fault: { message, code, syscall } };
  }
}
