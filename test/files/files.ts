import { stat } from 'node:fs/promises';
import { createCheckerPool } from '../../src/form/uploads/checks/checker-pool.ts';
import { install } from '../support/install.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { hasCommand } from '../support/tools.ts';
import { makeOfficeFiles } from './office-files.ts';
import { makePdfFiles } from './pdf-files.ts';
import { makePictureFiles } from './picture-files.ts';
import type { RealFile } from './real-file.ts';

/** Commands that create the files, with their Debian packages. */
const TOOLS: Record<string, string[]> = {
  soffice: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui'],
  gs: ['ghostscript'],
  qpdf: ['qpdf'],
  pdftocairo: ['poppler-utils'],
  convert: ['imagemagick'],
  jpegtran: ['libjpeg-turbo-progs'],
};
const FEWEST = 300;

type Checked = RealFile & { got: string; ms: number };

function ensureTools(): void {
  const missing = () =>
    Object.entries(TOOLS).flatMap(([command, packages]) => (hasCommand(command) ? [] : packages));
  if (missing().length > 0) install(missing());
  if (missing().length === 0) return;
  console.error(`Please install ${missing().join(', ')}.`);
  process.exit(1);
}

async function make(folder: string): Promise<RealFile[]> {
  const { files, plainPdfs } = await makeOfficeFiles(folder);
  return [...files, ...(await makePdfFiles(folder, plainPdfs)), ...(await makePictureFiles(folder))];
}

async function checkAll(files: readonly RealFile[]): Promise<Checked[]> {
  const pool = createCheckerPool();
  const checked: Checked[] = [];
  for (const file of files) {
    const startedAt = performance.now();
    const { size } = await stat(file.path);
    const answer = await pool.check({ path: file.path, name: file.name, bytes: size }, 'one visitor');
    const got = answer.ok ? 'taken' : answer.code;
    checked.push({ ...file, got, ms: Math.round(performance.now() - startedAt) });
  }
  pool.close();
  return checked;
}

/** A row for each kind of file of each program: how many there are, what is expected and what came. */
function rowsOf(checked: readonly Checked[]): string[] {
  const kinds = Map.groupBy(checked, ({ program, kind, expected, got }) =>
    [program, kind, expected, expected === got ? got : `${got} !`].join(' | '),
  );
  return [...kinds].map(([row, { length }]) => `| ${length} | ${row} |`);
}

ensureTools();
await using folder = await temporaryFolder('files');
const checked = await checkAll(await make(folder.path));
const wrong = checked.filter(({ expected, got }) => expected !== got);
console.log(
  ['| files | program | kind | expected | got |', '|---|---|---|---|---|', ...rowsOf(checked)].join('\n'),
);
for (const { name, kind, expected, got } of wrong)
  console.log(`${name} (${kind}): ${got} instead of ${expected}`);
const slowest = Math.max(...checked.map(({ ms }) => ms));
console.log(`${checked.length} files, ${wrong.length} wrong, slowest ${slowest} ms`);
if (wrong.length > 0 || checked.length < FEWEST) process.exitCode = 1;
