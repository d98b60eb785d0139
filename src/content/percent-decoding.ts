export type Encoding = 'utf-8' | 'gbk';

const decoderOf = (encoding: string) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
const [utf8, gbk, latin1] = ['utf-8', 'gbk', 'latin1'].map(decoderOf);
const DECODERS = { 'utf-8': [utf8, gbk, latin1], gbk: [gbk, latin1] };

/**
 * Decodes a part of a URL in the encoding, else in the next that fits: legacy URLs may be GBK or Latin-1, which accepts all bytes.
 * Returns undefined for a malformed escape.
 */
export function decodePercent(text: string, encoding: Encoding = 'utf-8'): string | undefined {
  if (!text.includes('%')) return text;
  if (/%(?![\da-f]{2})/iu.test(text)) return undefined;
  const binary = Buffer.from(text)
    .toString('latin1')
    .replace(/%(..)/gu, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const bytes = Buffer.from(binary, 'latin1');
  for (const decoder of DECODERS[encoding]) {
    try {
      return decoder?.decode(bytes);
    } catch {
      // The bytes are in another encoding.
    }
  }
  return undefined;
}
