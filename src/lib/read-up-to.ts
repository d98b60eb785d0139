/** The bytes of a stream; undefined where there are more than `maxBytes`, and then the rest is not read. */
export async function readUpTo(
  maxBytes: number,
  stream: AsyncIterable<Uint8Array>,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
