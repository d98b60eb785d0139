import type { Marked as Parts } from '../../src/content/marks.ts';

/** A text with the hits of a search marked. */
export function Marked({ parts }: { parts: Parts }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
  return parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
}
