import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFile, type FileCheck } from '../check-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'file-checks-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The path of a new file with this content. */
export function storedFile(content: Buffer): string {
  const file = path.join(folder, randomUUID());
  writeFileSync(file, content);
  return file;
}

/** What `checkFile` says to content sent under a name. */
export async function check(name: string, content: Buffer): Promise<FileCheck> {
  const file = storedFile(content);
  try {
    return await checkFile({ path: file, name, bytes: content.length });
  } finally {
    rmSync(file);
  }
}

/** `ok`, or the code of the refusal. */
export async function verdict(name: string, content: Buffer): Promise<string> {
  const answer = await check(name, content);
  return answer.ok ? 'ok' : answer.code;
}
