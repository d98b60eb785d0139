import { slug } from './menu/slug.ts';

/** Kinds of home page blocks. Source: the component codes of the backend's contract. */
export const blockKinds = [
  'intro',
  'product-matrix',
  'investment-direction',
  'article',
  'enterprise-honor',
  'event',
  'report',
  'contact',
  'declare',
] as const;
export type BlockKind = (typeof blockKinds)[number];

export const blockKind = (componentCode: string): BlockKind | undefined =>
  blockKinds.find((kind) => kind === slug(componentCode));

/** Returns the reason why a block cannot be shown, or undefined if it can. */
export function checkBlock(block: { componentCode: string; columnCode?: string }): string | undefined {
  const kind = blockKind(block.componentCode);
  if (!kind) return `${block.componentCode} is unknown`;
  return kind === 'article' && !block.columnCode ? 'a block of articles needs a columnCode' : undefined;
}
