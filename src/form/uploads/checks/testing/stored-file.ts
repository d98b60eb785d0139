import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFile, type FileCheck } from '../check-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'file-checks-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Writes a new file and returns its path. */
export function storedFile(content: Buffer): string {
  const file = path.join(folder, randomUUID());
  writeFileSync(file, content);
  return file;
}

export async function check(name: string, content: Buffer): Promise<FileCheck> {
  const file = storedFile(content);
  try {
    return await checkFile({ path: file, name, bytes: content.length });
  } finally {
    rmSync(file);
  }
}

/** Returns `ok`, or the code of the refusal. */
export async function verdict(name: string, content: Buffer): Promise<string> {
  const result = await check(name, content);
  return result.ok ? 'ok' : result.code;
}
