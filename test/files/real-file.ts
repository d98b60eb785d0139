import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FileCode } from '../../src/form/rules/problems.ts';

/** A file as a program wrote it, and what a person would expect of the form that is given it. */
export type RealFile = {
  kind: string;
  program: string;
  /** The name it is sent by. */
  name: string;
  path: string;
  expected: 'taken' | FileCode;
};

/** No program takes longer for one of these. */
const PATIENCE_MS = 300_000;
const MOST_OUTPUT = 64 * 1024 * 1024;

const execute = promisify(execFile);

/** Runs a program; rejects where it fails. */
export const run = async (program: string, ...args: string[]): Promise<void> => {
  await execute(program, args, { timeout: PATIENCE_MS, maxBuffer: MOST_OUTPUT });
};

/** An empty folder inside another. */
export async function folderIn(folder: string, name: string): Promise<string> {
  const made = path.join(folder, name);
  await mkdir(made, { recursive: true });
  return made;
}

/** The first part of a file, as a broken line leaves it. */
export async function cut(file: RealFile, share: number): Promise<RealFile> {
  const target = `${file.path}.cut-${share}`;
  const content = await readFile(file.path);
  await writeFile(target, content.subarray(0, Math.floor(content.length * share)));
  return { ...file, kind: `${file.kind} cut to ${share * 100} %`, path: target, expected: 'fileUnsafe' };
}
