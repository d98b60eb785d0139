import i18next, { type TFunction } from 'i18next';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { type Language, languages } from './languages.ts';

export type TextKey = keyof typeof zh;
/** All texts of one language by key. Those with `{{…}}` are templates: fill them with `translate`. */
export type Texts = Readonly<Record<TextKey, string>>;

/** The site's one catalogue instance; React escapes what is shown. */
export const catalogue = i18next.createInstance();

await catalogue.init({
  resources: { zh: { site: zh }, en: { site: en } },
  supportedLngs: [...languages],
  fallbackLng: false,
  defaultNS: 'site',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});

const textsOf: Record<Language, Texts> = { zh, en };

/** A language's texts, resolved once and shared by all requests. */
export const texts = (language: Language): Texts => textsOf[language];

const fixed: Record<Language, TFunction> = { zh: catalogue.getFixedT('zh'), en: catalogue.getFixedT('en') };

type TemplateKey = TextKey | 'searchCount';

/** A template of a language's catalogue filled with values; `count` chooses the plural. */
export const translate = (
  language: Language,
  key: TemplateKey,
  values: Record<string, string | number>,
): string => fixed[language](key, values);
