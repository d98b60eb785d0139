import { COLOURS, EVERYTHING, loadAxe, resultsOf } from '../../support/axe.ts';
import { type Check, DESK, PHONE, painted } from '../check.ts';

/** Each theme is tested at one width, because colours hardly depend on it. */
const LOOKS = [
  { viewport: PHONE, name: 'light', media: {}, rules: EVERYTHING },
  { viewport: PHONE, name: 'dark', media: { colorScheme: 'dark' }, rules: COLOURS },
  { viewport: DESK, name: 'light', media: {}, rules: EVERYTHING },
  { viewport: DESK, name: 'forced colours', media: { forcedColors: 'active' }, rules: COLOURS },
] as const;

/** Criteria of rules that axe lists as best practice. */
const FURTHER: Record<string, string> = {
  'heading-order': '1.3.1',
  'page-has-heading-one': '1.3.1',
  'empty-heading': '2.4.6',
  'skip-link': '2.4.1',
  tabindex: '2.4.3',
};

/** Returns the criterion in a rule's tags, such as 1.4.10 for `wcag1410`. */
const criterionOf = (id: string, tags: string[]): string =>
  FURTHER[id] ?? tags.flatMap((tag) => /^wcag(\d)(\d)(\d+)$/u.exec(tag)?.slice(1).join('.') ?? [])[0] ?? '';

/** Runs in the page. Forced colours replace the text colour, but not the fill colour that axe reads. */
const readTextColour = (): void => {
  const { getPropertyValue } = CSSStyleDeclaration.prototype;
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
    return getPropertyValue.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
  };
};

export const axe: Check = async (page, _entry, keep) => {
  await loadAxe(page);
  await page.evaluate(readTextColour);
  const evidence: unknown[] = [];
  const found = new Map<string, string>();
  for (const { viewport, name, media, rules } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media });
    await painted(page);
    const { violations, incomplete, passes } = await resultsOf(page, rules);
    const look = `${viewport.width} px, ${name}`;
    evidence.push({ look, violations, incomplete, passes: passes.map(({ id }) => id) });
    for (const { id, tags, nodes, help } of violations) {
      const where = nodes.map(({ target }) => target.join(' ')).join(', ');
      found.set(id + where, `${criterionOf(id, tags)} ${help} (${id}; ${look}): ${where.slice(0, 300)}`);
    }
    for (const { id, nodes } of incomplete)
      found.set(id, `axe cannot decide ${id}: ${nodes.length} elements, ${look}`);
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await keep('axe.json', JSON.stringify(evidence, null, 1));
  return [...found.values()];
};
