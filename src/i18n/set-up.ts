import i18next, { type TFunction } from 'i18next';
import { LanguageDetector } from 'i18next-http-middleware';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { fields } from '../applications/rules/fields.ts';
import {
  CAPTCHA_DIGITS,
  DRAFT_DAYS,
  EARLIEST_DAY,
  MAX_DRAFT_MEGABYTES,
  MAX_FILE_MEGABYTES,
  MAX_FILES,
  MAX_INTERLACED_MEGAPIXELS,
  MAX_MEGAPIXELS,
  RECEIPT_LINK_DAYS,
} from '../applications/rules/limits.ts';
import { type Language, languages } from './languages.ts';

type Catalogue = typeof zh;
/** All texts of one language by key. Texts with placeholders for values other than limits are templates for `translate`. */
export type Texts = Readonly<Catalogue>;

/** Limits quoted in texts, by placeholder; `{name}Max` is the maximum length of a field. */
const limits = {
  captchaDigits: CAPTCHA_DIGITS,
  draftDays: DRAFT_DAYS,
  earliestDay: EARLIEST_DAY,
  maxDraftMegabytes: MAX_DRAFT_MEGABYTES,
  maxFileMegabytes: MAX_FILE_MEGABYTES,
  maxFiles: MAX_FILES,
  maxInterlacedMegapixels: MAX_INTERLACED_MEGAPIXELS,
  maxMegapixels: MAX_MEGAPIXELS,
  receiptLinkDays: RECEIPT_LINK_DAYS,
  ...Object.fromEntries(Object.entries(fields).map(([name, { max }]) => [`${name}Max`, max])),
};

/** The only catalogue instance. React escapes its texts. */
export const catalogue = i18next.createInstance();

const detector = new LanguageDetector();
detector.addDetector({ name: 'prefix', lookup: ({ parsedUrl }) => parsedUrl.language });

void catalogue.use(detector).init({
  detection: { order: ['prefix'] },
  resources: { zh: { site: zh }, en: { site: en } },
  supportedLngs: [...languages],
  fallbackLng: false,
  defaultNS: 'site',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, defaultVariables: limits },
  returnObjects: true,
  initAsync: false,
});

const translators: Record<Language, TFunction> = {
  zh: catalogue.getFixedT('zh'),
  en: catalogue.getFixedT('en'),
};

const resolveTexts = (t: TFunction): Texts =>
  Object.fromEntries(Object.keys(zh).map((key) => [key, t(key)])) as unknown as Texts;

const textsOf: Partial<Record<Language, Texts>> = {};

/** Returns the texts of a language, resolved on first use and shared by all requests. */
export function texts(language: Language): Texts {
  textsOf[language] ??= resolveTexts(translators[language]);
  return textsOf[language];
}

type TemplateKey =
  | Exclude<keyof Catalogue, 'industrySuggestions' | 'developmentStageOptions'>
  | 'searchPages'
  | 'searchArticles';

/** Fills a template; `count` selects the plural form. */
export const translate = (
  language: Language,
  key: TemplateKey,
  values: Record<string, string | number>,
): string => translators[language](key, values);
