import type { CSSProperties } from 'react';

/** Light and dark colours from `public/css/tokens.css`, by class name. */
const COLOURS = {
  paper: { property: 'background-color', light: '#fbf9f5', dark: '#0d1825' },
  card: { property: 'background-color', light: '#fffefb', dark: '#132131' },
  wash: { property: 'background-color', light: '#f1ede4', dark: '#142335' },
  ink: { property: 'color', light: '#10233a', dark: '#ece7dd' },
  soft: { property: 'color', light: '#3d4e65', dark: '#b4bfcb' },
  bronze: { property: 'color', light: '#774a18', dark: '#dcae78' },
  hairline: { property: 'border-color', light: '#d8d1c3', dark: '#2a3c51' },
  accent: { property: 'border-color', light: '#b98a55', dark: '#a67c4d' },
} as const;

const { paper, card, wash, ink, soft, bronze, hairline, accent } = COLOURS;

/** Rules that inline styles cannot express. Email clients that ignore stylesheets show the light colours. */
export const STYLE_SHEET = `@media (prefers-color-scheme: dark) {
${Object.entries(COLOURS)
  .map(([name, { property, dark }]) => `.${name} { ${property}: ${dark} !important }`)
  .join('\n')}
}
@media (max-width: 639px) { .label { max-width: 100% !important } }`;

const BODY_FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
const DISPLAY_FONT = {
  zh: '"Songti SC", "Noto Serif CJK SC", "Source Han Serif SC", STSong, SimSun, serif',
  en: '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Times New Roman", serif',
};

const display = (language: keyof typeof DISPLAY_FONT): CSSProperties => ({
  margin: 0,
  color: ink.light,
  fontFamily: DISPLAY_FONT[language],
  fontWeight: 600,
  lineHeight: 1.3,
});

/** Breaks long words, which would widen the email on a phone. */
const breaking: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };

export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: paper.light, color: ink.light },
  page: {
    padding: '24px 12px',
    backgroundColor: paper.light,
    color: ink.light,
    fontFamily: BODY_FONT,
    fontSize: 16,
    lineHeight: 1.65,
  },
  card: {
    maxWidth: 640,
    margin: '0 auto',
    backgroundColor: card.light,
    border: '1px solid',
    borderColor: hairline.light,
    borderCollapse: 'separate',
  },
  head: { padding: '20px 24px', borderBottom: '3px solid', borderColor: accent.light },
  part: { padding: '24px' },
  facts: { padding: '4px 24px 20px', backgroundColor: wash.light },
  foot: {
    padding: '16px 24px 20px',
    color: soft.light,
    borderTop: '1px solid',
    borderColor: hairline.light,
    fontSize: 14,
  },
  group: (language: keyof typeof DISPLAY_FONT): CSSProperties => ({ ...display(language), fontSize: 17 }),
  title: (language: keyof typeof DISPLAY_FONT): CSSProperties => ({ ...display(language), fontSize: 26 }),
  heading: (language: keyof typeof DISPLAY_FONT): CSSProperties => ({
    ...display(language),
    margin: '0 0 8px',
    fontSize: 20,
  }),
  reference: (language: keyof typeof DISPLAY_FONT): CSSProperties => ({
    ...display(language),
    fontSize: 24,
    fontVariantNumeric: 'lining-nums tabular-nums',
  }),
  sentence: { ...breaking, margin: '12px 0 0', color: ink.light },
  fact: { margin: '16px 0 0' },
  row: { padding: '10px 0', borderTop: '1px solid', borderColor: hairline.light },
  // Label and value are next to each other if both fit, otherwise stacked, without a media query.
  label: {
    display: 'inline-block',
    width: '100%',
    maxWidth: 190,
    color: soft.light,
    fontSize: 14,
    verticalAlign: 'top',
  },
  value: {
    ...breaking,
    display: 'inline-block',
    width: '100%',
    maxWidth: 390,
    color: ink.light,
    fontSize: 16,
    verticalAlign: 'top',
  },
  line: { paddingBottom: 6 },
  factLabel: { color: soft.light, fontSize: 14 },
  // The note wraps to the next line as a whole.
  note: { display: 'inline-block', color: soft.light, fontSize: 14 },
  alarm: { display: 'inline-block', color: bronze.light, fontSize: 14, fontWeight: 700 },
  closing: { marginTop: 16, paddingTop: 8, borderTop: '1px solid', borderColor: hairline.light },
  link: { ...breaking, color: bronze.light },
} as const satisfies Record<string, CSSProperties | ((language: 'zh' | 'en') => CSSProperties)>;
