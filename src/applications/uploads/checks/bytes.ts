export const beginsWith = (content: Buffer, signature: Buffer): boolean =>
  content.subarray(0, signature.length).equals(signature);

export function* positionsOf(pattern: Buffer, content: Buffer): Generator<number> {
  for (let at = content.indexOf(pattern); at !== -1; at = content.indexOf(pattern, at + 1)) yield at;
}
