/** RC4, which OpenSSL 3 no longer offers, for telling old PDFs that open without a password. Never for secrecy. */
export function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 0xff] ?? 0;
  const swap = (a: number, b: number) => {
    const kept = at(a);
    state[a & 0xff] = at(b);
    state[b & 0xff] = kept;
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j += at(i) + (key[i % key.length] ?? 0);
    swap(i, j);
  }
  let j = 0;
  return Buffer.from(
    data.map((byte, index) => {
      j += at(index + 1);
      swap(index + 1, j);
      return byte ^ at(at(index + 1) + at(j));
    }),
  );
}
