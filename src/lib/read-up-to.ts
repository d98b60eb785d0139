/** Reads a stream. Stops and returns undefined if it has more than `maxBytes`. */
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
