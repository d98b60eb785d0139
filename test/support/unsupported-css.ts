import postcss, { type Declaration, type Root } from 'postcss';
import stylelint, { type Config } from 'stylelint';
import { words } from './words.ts';

/** The oldest supported engines are from the end of 2017, so features in the Baseline of that year need no fallback. */
const BASELINE_YEAR = 2017;

/** Only Edge, which is not supported, lacked these. */
const SUPPORTED = {
  properties: words(`
    clip-path font-variant-numeric object-fit object-position outline place-content place-items resize
    text-decoration-color text-rendering`),
  selectors: ['focus-within', 'placeholder'],
  functions: ['inset'],
};

/** Progressive enhancements, without which pages work. */
const OPTIONAL = {
  properties: words(`
    accent-color break-after break-before break-inside color-scheme forced-color-adjust line-break
    overscroll-behavior scroll-margin-bottom scroll-margin-top text-autospace text-decoration-thickness
    text-size-adjust text-underline-offset text-wrap`),
  selectors: ['backdrop', 'file-selector-button', 'focus-visible', 'marker'],
};

/** Media features of user settings, whose rules other browsers skip. The plugin cannot ignore them by name. */
const IGNORED_MEDIA =
  /Media condition "(?:hover|forced-colors|prefers-color-scheme|prefers-reduced-motion)"/u;

/** Values for which the Baseline year is too late, because of tables, other writing directions, or Edge. */
const SUPPORTED_VALUES = {
  'border-collapse': ['collapse'],
  'flex-direction': ['column-reverse'],
  'grid-template-columns': ['auto'],
  'overflow-wrap': ['break-word', 'normal'],
  position: ['sticky'],
  'text-align': ['center', 'left', 'right', 'start'],
  'unicode-bidi': ['isolate'],
  width: ['fit-content'],
};

const namesOf = (group: 'properties' | 'selectors'): string[] => [...SUPPORTED[group], ...OPTIONAL[group]];

const config: Config = {
  plugins: ['stylelint-plugin-use-baseline'],
  rules: {
    'plugin/use-baseline': [
      true,
      {
        available: BASELINE_YEAR,
        ignoreProperties: {
          ...Object.fromEntries(namesOf('properties').map((name) => [name, ['/^.+$/']])),
          ...SUPPORTED_VALUES,
        },
        ignoreSelectors: namesOf('selectors'),
        ignoreFunctions: SUPPORTED.functions,
      },
    ],
    // Alternative text in `content`, and lists within `:not()`, are missing from the Baseline data.
    'declaration-property-value-disallowed-list': { content: ['/ \\/ /'] },
    'selector-disallowed-list': ['/:not\\([^)]*,/'],
  },
};

/** Returns features of a stylesheet that the oldest supported engines lack, except those with a fallback. */
export async function unsupportedCss(css: string): Promise<string[]> {
  const root = postcss.parse(css);
  const gaps = gapsWithoutFallback(root);
  keepRulesOfOldEngines(root);
  const { results } = await stylelint.lint({ code: root.toString(), config });
  const texts = results.flatMap(({ warnings, invalidOptionWarnings }) => [
    ...warnings,
    ...invalidOptionWarnings,
  ]);
  return [...gaps, ...texts.map(({ text }) => text).filter((text) => !IGNORED_MEDIA.test(text))];
}

/** Finds flexible boxes with `gap`, which need margins as a fallback. Grids use `grid-gap`, which every engine supports. */
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
        missing.push(`${selector} has a gap without margins as a fallback`);
  });
  return missing;
}

/** Properties that old engines know with a prefix, without `inline` in the name; old versions of Firefox know these. */
const LOGICAL = /^(?:border|margin|padding)-inline-(?:start|end)$/u;

/**
 * Removes rules that old engines skip, which are `@supports` except `not`, repeated declarations after the first, and logical
 * properties after their prefixed ones.
 */
function keepRulesOfOldEngines(root: Root): void {
  root.walkAtRules('supports', (rule) => {
    if (rule.params.startsWith('not')) rule.replaceWith(rule.nodes ?? []);
    else rule.remove();
  });
  root.walkDecls(LOGICAL, (declaration) => {
    const prefixed = `-webkit-${declaration.prop.replace('-inline', '')}`;
    if (declaration.prev()?.toString().startsWith(prefixed)) declaration.remove();
  });
  root.walkRules((rule) => {
    const read = new Set<string>();
    rule.walkDecls((declaration) => {
      if (read.has(declaration.prop) && !isInvalidAtComputedTime(declaration)) declaration.remove();
      read.add(declaration.prop);
    });
  });
}

/** Detects a declaration with a variable, which overrides the one before it even if the engine lacks its value. */
const isInvalidAtComputedTime = ({ value }: Declaration): boolean => value.includes('var(');
