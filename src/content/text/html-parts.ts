import type { ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';

/** A picture in a text, with the attributes of its size as the editor wrote them. */
type TextPicture = { src: string; size: string };

/** HTML with what depends on the page that shows it: the levels of headings (2 to 6), and the values of `src` of pictures. */
export type Html = (string | number | TextPicture)[];

/** Encloses the index of a part. No parsed text contains it. */
const MARK = '\0';
/** Leaves the mark as it is. */
const WRITTEN = { allowParseErrors: true, characterReferences: { useNamedReferences: true } };

/** Writes a tree as HTML. Changes the tree. */
export function toParts(root: Root): Html {
  const parts: (number | TextPicture)[] = [];
  const place = (part: number | TextPicture): string => `${MARK}${parts.push(part) - 1}${MARK}`;

  function markParts(node: ElementContent): void {
    if (node.type !== 'element') return;
    if (/^h[2-6]$/u.test(node.tagName)) node.tagName = `h${place(Number(node.tagName[1]))}`;
    if (node.tagName === 'img') {
      const { src, width, height, ...others } = node.properties;
      const size = width === undefined ? '' : `" width="${width}" height="${height}`;
      node.properties = { src: place({ src: String(src).replaceAll('"', '%22'), size }), ...others };
    }
    node.children.forEach(markParts);
  }

  (root.children as ElementContent[]).forEach(markParts);
  const pieces = toHtml(root, WRITTEN).split(MARK);
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : (parts[Number(piece)] ?? '')));
}
