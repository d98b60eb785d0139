import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { checkUploadedFile, type FileCheck } from '../check-file.ts';

/** Writes a file that is removed after the test, and returns its path. */
export function storedFile(content: Buffer): string {
  const file = path.join(tmpdir(), `file-checks-${randomUUID()}`);
  writeFileSync(file, content);
  onTestFinished(() => rmSync(file, { force: true }));
  return file;
}

export const checkContent = (content: Buffer): Promise<FileCheck> =>
  checkUploadedFile({ path: storedFile(content), bytes: content.length });

/** Returns `ok`, or the code of the refusal with the format that was found. */
export async function verdict(content: Buffer): Promise<string> {
  const result = await checkContent(content);
  if (result.ok) return 'ok';
  return result.format === undefined ? result.code : `${result.code} ${result.format}`;
}
