import type { Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { createConverter, toParagraphs } from './blocks.ts';
import { SCHEMA } from './elements.ts';
import type { RichTextOptions } from './media-links.ts';
import { type Count, createWorkCounter, MAX_WORK, MarkupLimitError, parseHtml } from './parse-html.ts';
import { cleanToLines } from './plain-lines.ts';
import { toSingleLine, treeToText } from './plain-text.ts';
import { type Html, serializeNodes } from './serialize.ts';
import { readSource } from './source/read-source.ts';

const MAX_REPORT_LENGTH = 100;

/**
 * `text` contains the lines without deleted text; `removed` describes lost elements and hidden text; `exceeded` describes the limit
 * because of which only plain lines are shown.
 */
export type RichText = {
  html: Html;
  text: string;
  removed: readonly string[];
  exceeded?: string;
  work: number;
  /** URLs of files in private stores. */
  signedUrls?: readonly string[];
};

/** Cleans editors' HTML. A text beyond the limits is shown as plain lines. */
export function cleanHtml(html: string, options: RichTextOptions): RichText {
  const counter = createWorkCounter();
  try {
    return { ...cleanTree(html, options, counter.count), work: counter.work };
  } catch (error) {
    if (!(error instanceof MarkupLimitError)) throw error;
    const lines = readPlainLines(html, error.message);
    // The parser stopped before most of the counted work.
    return { ...lines, work: lines.work + Math.min(counter.work, MAX_WORK) / 4 };
  }
}

/** Returns only the lines of HTML. `limit` describes the limit that it exceeds. */
export function readPlainLines(source: string, limit: string): RichText {
  const { readShare, ...lines } = cleanToLines(source);
  const end = readShare < 1 ? `, shortened to ${Math.floor(100 * readShare)} %` : '';
  return { ...lines, removed: [], exceeded: `${limit}; shown as plain lines${end}` };
}

/** Cleans HTML with one parse, one tree and one schema. */
function cleanTree(html: string, options: RichTextOptions, count: Count): Omit<RichText, 'work'> {
  const removed = new Set<string>();
  const report = (what: string): void => void removed.add(what.slice(0, MAX_REPORT_LENGTH).toWellFormed());
  const { children, anchors, ids } = readSource(parseHtml(html, count), report, count);
  const convert = createConverter({ ...options, report }, count);
  const root: Root = {
    type: 'root',
    children: [...toParagraphs(children.flatMap(convert)), ...anchors],
  };
  const { children: nodes } = sanitize(root, SCHEMA) as Root;
  const parts = serializeNodes(nodes, { anchors: ids, imageText: options.imageText });
  checkOutput(parts, html.length, count);
  return { html: parts, text: treeToText(root), removed: [...removed] };
}

/** Maximum length of cleaned HTML: a multiple of the source, because short tags gain attributes, or a length that is always allowed. */
export const MAX_OUTPUT_FACTOR = 4;
export const ALLOWED_OUTPUT_CHARACTERS = 200_000;

const countCharacters = (part: unknown): number =>
  typeof part === 'object' && part
    ? Object.values(part).reduce<number>((sum, one) => sum + countCharacters(one), 0)
    : `${part ?? ''}`.length;

function checkOutput(parts: Html, sourceLength: number, count: Count): void {
  const length = countCharacters(parts);
  count('characters', length);
  if (length > Math.max(MAX_OUTPUT_FACTOR * sourceLength, ALLOWED_OUTPUT_CHARACTERS))
    throw new MarkupLimitError(`${length} characters of cleaned HTML from ${sourceLength}`);
}

export function htmlToText(html: string): string {
  const options = { mediaHref: String, linkHref: String, mediaText: () => '', imageText: '', tableLabel: '' };
  return toSingleLine(cleanHtml(html, options).text);
}
