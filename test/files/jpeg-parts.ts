/** Parts of a JPEG as cameras write them: https://www.cipa.jp (Exif 2.32, 4.5 and 4.7; Multi-Picture Format, 5). */
const MARKER_EXIF = 0xe1;
const MARKER_MPF = 0xe2;
const ORIENTATION = 0x0112;
const THUMBNAIL_AT = 0x0201;
const THUMBNAIL_BYTES = 0x0202;

const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const segment = (marker: number, ...parts: Buffer[]) => {
  const data = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([0xff, marker]), u16(data.length + 2), data]);
};

const entry = (tag: number, type: number, value: Buffer) =>
  Buffer.concat([u16(tag), u16(type), u32(1), value, Buffer.alloc(4 - value.length)]);

const TIFF = Buffer.concat([Buffer.from('MM\0*', 'latin1'), u32(8)]);

/** The notes of a camera: how it was held, and a small JPEG of what it saw. */
export function exif(orientation: number, thumbnail: Buffer): Buffer {
  const first = Buffer.concat([u16(1), entry(ORIENTATION, 3, u16(orientation)), u32(26)]);
  const second = Buffer.concat([
    u16(2),
    entry(THUMBNAIL_AT, 4, u32(56)),
    entry(THUMBNAIL_BYTES, 4, u32(thumbnail.length)),
    u32(0),
  ]);
  return segment(MARKER_EXIF, Buffer.from('Exif\0\0', 'latin1'), TIFF, first, second, thumbnail);
}

/** The list of pictures in one file, as phones and 3D cameras write it. */
export function pictureList(pictures: number): Buffer {
  const version = Buffer.concat([u16(0xb000), u16(7), u32(4), Buffer.from('0100')]);
  const count = entry(0xb001, 4, u32(pictures));
  return segment(MARKER_MPF, Buffer.from('MPF\0', 'latin1'), TIFF, u16(2), version, count, u32(0));
}

/** The JPEG with segments behind its beginning. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** A film as phones put it behind a moving photo: a box of its kind and one of its data. */
export const film = Buffer.concat([
  Buffer.from([0, 0, 0, 20]),
  Buffer.from('ftypmp42\0\0\0\0mp42', 'latin1'),
  u32(200_008),
  Buffer.from('mdat', 'latin1'),
  Buffer.alloc(200_000, 'film'),
]);
