import i18next, { type TFunction } from 'i18next';
import { LanguageDetector } from 'i18next-http-middleware';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { quotedLimits } from '../applications/rules/quoted-limits.ts';
import { type Language, languages } from './languages.ts';

type Catalogue = typeof zh;
/** All texts of one language by key. Texts with placeholders for values other than limits are templates for `translate`. */
export type Texts = Readonly<Catalogue>;

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
  interpolation: { escapeValue: false, defaultVariables: quotedLimits },
  returnObjects: true,
  initAsync: false,
});

const translators: Record<Language, TFunction> = {
  zh: catalogue.getFixedT('zh'),
  en: catalogue.getFixedT('en'),
};

const resolvedTexts: Partial<Record<Language, Texts>> = {};

/** Returns the texts of a language, resolved on first use and shared by all requests. */
export function texts(language: Language): Texts {
  const resolve = (key: string) => [key, translators[language](key)];
  resolvedTexts[language] ??= Object.fromEntries(Object.keys(zh).map(resolve)) as Texts;
  return resolvedTexts[language];
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
