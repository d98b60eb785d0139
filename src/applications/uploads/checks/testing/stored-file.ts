import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { checkFile, type FileCheck } from '../check-file.ts';

/** Writes a file that is removed after the test, and returns its path. */
export function storedFile(content: Buffer): string {
  const file = path.join(tmpdir(), `file-checks-${randomUUID()}`);
  writeFileSync(file, content);
  onTestFinished(() => rmSync(file, { force: true }));
  return file;
}

export const check = (name: string, content: Buffer): Promise<FileCheck> =>
  checkFile({ path: storedFile(content), name, bytes: content.length });

/** Returns `ok` or the code of the refusal. */
export async function verdict(name: string, content: Buffer): Promise<string> {
  const result = await check(name, content);
  return result.ok ? 'ok' : result.code;
}
