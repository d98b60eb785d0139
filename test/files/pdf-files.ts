import path from 'node:path';
import { cut, folderIn, type RealFile, run } from './real-file.ts';

type Way = { kind: string; args: string[]; expected?: RealFile['expected'] };

const GHOSTSCRIPT = ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite'];
const owner = '-sOwnerPassword=owner';
const user = '-sUserPassword=user';

const ghostscript: Way[] = [
  ...['1.3', '1.4', '1.5', '1.7'].map((level) => ({
    kind: `PDF ${level}`,
    args: [`-dCompatibilityLevel=${level}`],
  })),
  {
    kind: 'PDF with restrictions, RC4 40',
    args: [owner, '-dEncryptionR=2', '-dKeyLength=40', '-dPermissions=-64'],
  },
  {
    kind: 'PDF with restrictions, RC4 128',
    args: [owner, '-dEncryptionR=3', '-dKeyLength=128', '-dPermissions=-3904'],
  },
  ...[
    ['RC4 40', '-dEncryptionR=2', '-dKeyLength=40'],
    ['RC4 128', '-dEncryptionR=3', '-dKeyLength=128'],
  ].map(([what = '', ...args]) => ({
    kind: `PDF with a password, ${what}`,
    args: [owner, user, ...args],
    expected: 'filePassword' as const,
  })),
];

const WEAK = '--allow-weak-crypto';
const ciphers: [what: string, ...args: string[]][] = [
  ['RC4 40', '40', '--print=n', '--'],
  ['RC4 128', '128', '--use-aes=n', '--print=none', '--'],
  ['AES 128', '128', '--use-aes=y', '--modify=none', '--extract=n', '--'],
  ['AES 128, open metadata', '128', '--use-aes=y', '--cleartext-metadata', '--'],
  ['AES 256', '256', '--print=none', '--modify=none', '--'],
  ['AES 256, revision 5', '256', '--force-R5', '--'],
];

const qpdf: Way[] = [
  { kind: 'PDF', args: [] },
  { kind: 'PDF for the web', args: ['--linearize'] },
  { kind: 'PDF of packed objects', args: ['--object-streams=generate'] },
  { kind: 'PDF without packing', args: ['--qdf'] },
  ...ciphers.flatMap(([what, ...args]): Way[] => [
    { kind: `PDF with restrictions, ${what}`, args: [WEAK, '--encrypt', '', 'owner', ...args] },
    {
      kind: `PDF with a password, ${what}`,
      args: [WEAK, '--encrypt', 'user', 'owner', ...args],
      expected: 'filePassword',
    },
  ]),
];

const programs: Record<
  string,
  { ways: Way[]; run: (from: string, to: string, args: string[]) => Promise<void> }
> = {
  Ghostscript: {
    ways: ghostscript,
    run: (from, to, args) => run('gs', ...GHOSTSCRIPT, ...args, `-sOutputFile=${to}`, from),
  },
  qpdf: { ways: qpdf, run: (from, to, args) => run('qpdf', ...args, from, to) },
  cairo: { ways: [{ kind: 'PDF', args: [] }], run: (from, to) => run('pdftocairo', '-pdf', from, to) },
};

/** PDFs of four programs, made of what LibreOffice wrote: with and without restrictions and passwords, whole and cut. */
export async function makePdfFiles(folder: string, plain: readonly RealFile[]): Promise<RealFile[]> {
  const target = await folderIn(folder, 'pdf');
  const chosen = plain.filter(({ name }) => /^(?:letter|report|budget|pitch)/u.test(name));
  const made: RealFile[] = [];
  for (const [program, { ways, run: make }] of Object.entries(programs)) {
    for (const [index, { kind, args, expected = 'taken' }] of ways.entries()) {
      for (const from of chosen) {
        const to = path.join(target, `${program}-${index}-${from.name}`);
        await make(from.path, to, args);
        made.push({ kind, program, name: path.basename(to), path: to, expected });
      }
    }
  }
  const whole = made.filter(({ kind }) => /^PDF(?: for the web| of packed objects| 1\.\d)?$/u.test(kind));
  return [...made, ...(await Promise.all(whole.map((file) => cut(file, 0.6))))];
}
