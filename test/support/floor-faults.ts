import postcss, { type Declaration, type Root } from 'postcss';
import stylelint, { type Config } from 'stylelint';
import { words } from './words.ts';

/** The floor's engines are of the winter of 2017: what all browsers knew by the end of that year they know. */
const KNOWN_SINCE = 2017;

/** Only the Edge of then lacked these, which is not of the floor. */
const KNOWN_TO_FLOOR = {
  properties: words(`
    clip-path font-variant-numeric object-fit object-position outline place-content place-items resize
    text-decoration-color text-rendering`),
  selectors: ['focus-within', 'placeholder'],
  functions: ['inset'],
};

/** A comfort where it is known, no loss where it is not: a finer line break, a smoother jump, the browser's own ring of focus. */
const NOT_MISSED = {
  properties: words(`
    accent-color break-after break-before break-inside color-scheme forced-color-adjust line-break
    overscroll-behavior scroll-margin-bottom scroll-margin-top text-autospace text-decoration-thickness
    text-size-adjust text-underline-offset text-wrap`),
  selectors: ['backdrop', 'file-selector-button', 'focus-visible', 'marker'],
};

/** What is asked of a visitor's settings is said of browsers that can tell; the plug-in has no list for these. */
const SETTINGS = /Media condition "(?:hover|forced-colors|prefers-color-scheme|prefers-reduced-motion)"/u;

/** Values that the data calls younger than they are, because of tables, scripts of other directions, or Edge. */
const KNOWN_VALUES = {
  'border-collapse': ['collapse'],
  'flex-direction': ['column-reverse'],
  'grid-template-columns': ['auto'],
  'overflow-wrap': ['break-word', 'normal'],
  position: ['sticky'],
  'text-align': ['center', 'left', 'right'],
  width: ['fit-content'],
};

const namesOf = (group: 'properties' | 'selectors'): string[] => [
  ...KNOWN_TO_FLOOR[group],
  ...NOT_MISSED[group],
];

const config: Config = {
  plugins: ['stylelint-plugin-use-baseline'],
  rules: {
    'plugin/use-baseline': [
      true,
      {
        available: KNOWN_SINCE,
        ignoreProperties: {
          ...Object.fromEntries(namesOf('properties').map((name) => [name, ['/^.+$/']])),
          ...KNOWN_VALUES,
        },
        ignoreSelectors: namesOf('selectors'),
        ignoreFunctions: KNOWN_TO_FLOOR.functions,
      },
    ],
    // Words for screen readers, and lists within `:not()`, are not in the data.
    'declaration-property-value-disallowed-list': { content: ['/ \\/ /'] },
    'selector-disallowed-list': ['/:not\\([^)]*,/'],
  },
};

/** What a browser of the floor meets in a stylesheet and does not know: what has a fallback is left out. */
export async function floorFaults(css: string): Promise<string[]> {
  const root = postcss.parse(css);
  const gaps = gapsWithoutFallback(root);
  keepWhatFloorReads(root);
  const { results } = await stylelint.lint({ code: root.toString(), config });
  const texts = results.flatMap(({ warnings, invalidOptionWarnings }) => [
    ...warnings,
    ...invalidOptionWarnings,
  ]);
  return [...gaps, ...texts.map(({ text }) => text).filter((text) => !SETTINGS.test(text))];
}

/** Grids write `grid-gap`, which every browser knows: what writes `gap` is a flexible box, and needs margins in its place. */
function gapsWithoutFallback(root: Root): string[] {
  const margins: string[] = [];
  root.walkAtRules('supports', ({ params, nodes = [] }) => {
    if (params.startsWith('not') && params.includes('inset'))
      for (const node of nodes) if ('selectors' in node) margins.push(...node.selectors);
  });
  const missing: string[] = [];
  root.walkDecls(/^(?:row-|column-)?gap$/u, ({ parent }) => {
    if (!parent || !('selectors' in parent)) return;
    for (const selector of parent.selectors as string[])
      if (!margins.some((one) => one.startsWith(`${selector}>`)))
        missing.push(`${selector} has a gap without a margin in its place`);
  });
  return missing;
}

/** The floor skips `@supports`, but for what is said of those who lack a feature; of two declarations it reads the first. */
function keepWhatFloorReads(root: Root): void {
  root.walkAtRules('supports', (rule) => {
    if (rule.params.startsWith('not')) rule.replaceWith(rule.nodes ?? []);
    else rule.remove();
  });
  root.walkRules((rule) => {
    const read = new Set<string>();
    rule.walkDecls((declaration) => {
      if (read.has(declaration.prop) && !hidesItsFault(declaration)) declaration.remove();
      read.add(declaration.prop);
    });
  });
}

/** With a variable in it a declaration is taken before its fault is seen: the one before it is lost. */
const hidesItsFault = ({ value }: Declaration): boolean => value.includes('var(');
