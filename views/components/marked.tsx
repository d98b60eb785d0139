import type { Marked as Parts } from '../../src/content/search/marks.ts';

export function Marked({ parts }: { parts: Parts }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
  return parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
}
