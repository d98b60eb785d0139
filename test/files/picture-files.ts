import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exif, film, pictureList, withSegments } from './jpeg-parts.ts';
import { cut, folderIn, type RealFile, run } from './real-file.ts';

const PHOTO = ['plasma:tan-navy', '-blur', '0x1'];

type Drawn = { kind: string; extension: 'jpg' | 'png' | 'gif'; size: string; args: string[] };

const jpeg = (kind: string, size: string, ...args: string[]): Drawn => ({
  kind,
  extension: 'jpg',
  size,
  args,
});
const png = (kind: string, ...args: string[]): Drawn => ({ kind, extension: 'png', size: '600x400', args });
const gif = (kind: string, ...args: string[]): Drawn => ({ kind, extension: 'gif', size: '300x200', args });

const drawn: Drawn[] = [
  ...[30, 75, 95, 100].map((quality) =>
    jpeg(`JPEG of quality ${quality}`, '1600x1200', '-quality', `${quality}`),
  ),
  ...['4:4:4', '4:2:2', '4:2:0', '4:4:0', '4:1:1'].map((factors) =>
    jpeg(`JPEG with colours at ${factors}`, '801x603', '-sampling-factor', factors),
  ),
  jpeg('progressive JPEG', '1600x1200', '-interlace', 'Plane'),
  jpeg('grey JPEG', '800x600', '-colorspace', 'Gray'),
  jpeg('grey progressive JPEG', '800x600', '-colorspace', 'Gray', '-interlace', 'Plane'),
  jpeg('CMYK JPEG', '800x600', '-colorspace', 'CMYK'),
  jpeg('CMYK progressive JPEG', '800x600', '-colorspace', 'CMYK', '-interlace', 'Plane'),
  jpeg('JPEG of one pixel', '1x1'),
  jpeg('JPEG of one row', '4000x1'),
  jpeg('JPEG of 24 megapixels', '6000x4000', '-quality', '70'),
  jpeg('JPEG of 30 megapixels', '6400x4700', '-quality', '50'),
  png('PNG'),
  png('grey PNG', '-colorspace', 'Gray'),
  png('PNG of 16 bits', '-depth', '16', '-define', 'png:bit-depth=16'),
  png('PNG of a palette', '-colors', '64', '-define', 'png:color-type=3'),
  png('PNG in black and white', '-monochrome'),
  png('interlaced PNG', '-interlace', 'PNG'),
  png('transparent PNG', '-alpha', 'set', '-channel', 'A', '-evaluate', 'set', '50%'),
  png('PNG with notes', '-set', 'comment', 'x'.repeat(5_000)),
  gif('GIF'),
  gif('interlaced GIF', '-interlace', 'GIF'),
  gif('transparent GIF', '-transparent', 'white'),
  gif('GIF with notes', '-set', 'comment', 'x'.repeat(500)),
  gif('moving GIF of 2 pictures', '(', '+clone', '-negate', ')'),
  gif('moving GIF of 20 pictures', '-duplicate', '19'),
];

const transformed: Record<string, string[]> = {
  'optimised JPEG': ['-optimize'],
  'JPEG with a restart in each row': ['-restart', '1'],
  'JPEG with a restart in each block': ['-restart', '1B'],
  'progressive JPEG with restarts': ['-progressive', '-restart', '2'],
};

/** Photos as phones and cameras write them, and drawings, whole and cut. */
export async function makePictureFiles(folder: string): Promise<RealFile[]> {
  const target = await folderIn(folder, 'pictures');
  const taken = (kind: string, program: string, name: string): RealFile => ({
    kind,
    program,
    name,
    path: path.join(target, name),
    expected: 'taken',
  });
  const made: RealFile[] = [];
  for (const [index, { kind, extension, size, args }] of drawn.entries()) {
    const file = taken(kind, 'ImageMagick', `drawn-${index}.${extension}`);
    const depth = extension === 'png' && args.includes('-depth') ? [] : ['-depth', '8'];
    await run('convert', '-size', size, ...PHOTO, ...depth, ...args, file.path);
    made.push(file);
  }
  const [photo] = made;
  if (!photo) return [];
  for (const [index, [kind, args]] of Object.entries(transformed).entries()) {
    const file = taken(kind, 'jpegtran', `transformed-${index}.jpg`);
    await run('jpegtran', ...args, '-outfile', file.path, photo.path);
    made.push(file);
  }
  for (const [index, [kind, content]] of (await asCamerasWrite(photo.path, target)).entries()) {
    const file = taken(kind, 'as a camera', `camera-${index}.jpg`);
    await writeFile(file.path, content);
    made.push(file);
  }
  const halves = await Promise.all(made.filter(({ kind }) => isCut(kind)).map((file) => cut(file, 0.5)));
  return [...made, ...halves];
}

/** Of a picture of a pixel or a row half is nearly all; of a moving GIF some pictures are left. */
const isCut = (kind: string) => !/of one|moving|behind|in one file/u.test(kind);

async function asCamerasWrite(photo: string, folder: string): Promise<[kind: string, content: Buffer][]> {
  const small = path.join(folder, 'small.jpeg');
  await run('convert', photo, '-resize', '160x120', '-strip', small);
  const [content, thumbnail] = [await readFile(photo), await readFile(small)];
  const held = Array.from({ length: 8 }, (_, index): [string, Buffer] => [
    `JPEG of a camera held in way ${index + 1}`,
    withSegments(content, exif(index + 1, thumbnail)),
  ]);
  const noted = withSegments(content, exif(1, thumbnail));
  return [
    ...held,
    ['JPEG of two pictures in one file', Buffer.concat([withSegments(noted, pictureList(2)), noted])],
    [
      'JPEG of three pictures in one file',
      Buffer.concat([withSegments(noted, pictureList(3)), noted, content]),
    ],
    ['JPEG with a film behind it', Buffer.concat([noted, film])],
    ['JPEG with a cut picture behind it', Buffer.concat([noted, thumbnail.subarray(0, 900)])],
    ['JPEG with zeros behind it', Buffer.concat([content, Buffer.alloc(65_536)])],
    ['JPEG with text behind it', Buffer.concat([content, Buffer.from('SEFHe trailer of a phone SEFT')])],
    ['JPEG with nothing behind its data', noted.subarray(0, -2)],
    ['JPEG with fill bytes', withSegments(content, Buffer.alloc(40, 0xff))],
  ];
}
