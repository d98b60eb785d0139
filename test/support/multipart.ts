export type SentFile = { name: string; content: Buffer; field?: string };
type Field = readonly [name: string, value: string];

export const BOUNDARY = '---------------------------735323031399963166993862150';

/** Encodes a name for multipart/form-data (HTML standard). */
const escaped = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Builds a multipart/form-data body like a browser, with fields before files or one empty file part. */
export function multipart(fields: readonly Field[], files: readonly SentFile[] = []): Buffer {
  const parts: Uint8Array[] = fields.flatMap(([name, value]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n`),
    Buffer.from(`${value.replace(/\r?\n/gu, '\r\n')}\r\n`),
  ]);
  const sentFiles = files.length > 0 ? files : [{ name: '', content: Buffer.alloc(0) }];
  for (const { name, content, field = 'declareFile' } of sentFiles) {
    const disposition = `Content-Disposition: form-data; name="${field}"; filename="${escaped(name)}"`;
    parts.push(
      Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    );
  }
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
