import type { CSSProperties } from 'react';
import type { Language } from '../../src/i18n/languages.ts';

/** Light and dark colours from `public/css/tokens.css`, by class name. */
const COLOURS = {
  paper: { property: 'backgroundColor', light: '#fbf9f5', dark: '#0d1825' },
  card: { property: 'backgroundColor', light: '#fffefb', dark: '#132131' },
  wash: { property: 'backgroundColor', light: '#f1ede4', dark: '#142335' },
  ink: { property: 'color', light: '#10233a', dark: '#ece7dd' },
  soft: { property: 'color', light: '#3d4e65', dark: '#b4bfcb' },
  bronze: { property: 'color', light: '#774a18', dark: '#dcae78' },
  hairline: { property: 'borderColor', light: '#d8d1c3', dark: '#2a3c51' },
  accent: { property: 'borderColor', light: '#b98a55', dark: '#a67c4d' },
} as const;

type Colour = keyof typeof COLOURS;

/** Rules that inline styles cannot express. Email clients that ignore stylesheets show the light colours. */
export const STYLE_SHEET = `@media (prefers-color-scheme: dark) {
${Object.entries(COLOURS)
  .map(([name, { property, dark }]) => {
    const cssProperty = property.replace(/[A-Z]/u, (letter) => `-${letter.toLowerCase()}`);
    return `.${name} { ${cssProperty}: ${dark} !important }`;
  })
  .join('\n')}
}
@media (max-width: 639px) { .label { max-width: 100% !important } }`;

/** Returns the attributes of an element: its light colours inline, and classes for the dark ones and for the style sheet. */
const withColours = (colours: Colour[], style: CSSProperties, ...classes: string[]) => ({
  className: [...colours, ...classes].join(' '),
  style: {
    ...style,
    ...Object.fromEntries(colours.map((name) => [COLOURS[name].property, COLOURS[name].light])),
  } as CSSProperties,
});

const BODY_FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
const DISPLAY_FONT: Record<Language, string> = {
  zh: '"Songti SC", "Noto Serif CJK SC", "Source Han Serif SC", STSong, SimSun, serif',
  en: '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Times New Roman", serif',
};

/** Returns the attributes of an element in the display font. */
export const display = (language: Language, style: CSSProperties) =>
  withColours(['ink'], {
    margin: 0,
    fontFamily: DISPLAY_FONT[language],
    fontWeight: 600,
    lineHeight: 1.3,
    ...style,
  });

/** Breaks long words, which would widen the email on a phone. */
const breaking: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };
/** Label and value are next to each other if both fit, otherwise stacked, without a media query. */
const half: CSSProperties = { display: 'inline-block', width: '100%', verticalAlign: 'top' };

/** Attributes for the parts of an email. */
export const looks = {
  body: withColours(['paper', 'ink'], { margin: 0, padding: 0 }),
  page: withColours(['paper', 'ink'], {
    padding: '24px 12px',
    fontFamily: BODY_FONT,
    fontSize: 16,
    lineHeight: 1.65,
  }),
  card: withColours(['card', 'hairline'], {
    maxWidth: 640,
    margin: '0 auto',
    border: '1px solid',
    borderCollapse: 'separate',
  }),
  part: { style: { padding: '24px' } },
  fact: { style: { margin: '16px 0 0' } },
  notedLine: { style: { paddingBottom: 6 } },
  head: withColours(['accent'], { padding: '20px 24px', borderBottom: '3px solid' }),
  facts: withColours(['wash'], { padding: '4px 24px 20px' }),
  foot: withColours(['soft', 'hairline'], {
    padding: '16px 24px 20px',
    borderTop: '1px solid',
    fontSize: 14,
  }),
  sentence: withColours(['ink'], { ...breaking, margin: '12px 0 0' }),
  row: withColours(['hairline'], { padding: '10px 0', borderTop: '1px solid' }),
  label: withColours(['soft'], { ...half, maxWidth: 190, fontSize: 14 }, 'label'),
  value: withColours(['ink'], { ...half, ...breaking, maxWidth: 390, fontSize: 16 }),
  factLabel: withColours(['soft'], { fontSize: 14 }),
  // The note wraps to the next line as a whole.
  note: withColours(['soft'], { display: 'inline-block', fontSize: 14 }),
  alarm: withColours(['bronze'], { display: 'inline-block', fontSize: 14, fontWeight: 700 }),
  closing: withColours(['hairline'], { marginTop: 16, paddingTop: 8, borderTop: '1px solid' }),
  link: withColours(['bronze'], breaking),
};
