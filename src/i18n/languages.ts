/** The two languages of the site; Chinese is the default and has no path prefix. */
export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];

type LanguageFacts = {
  /** Value of `<html lang>` and `hreflang`. */
  tag: string;
  prefix: '' | '/en';
  /** Open Graph locale. */
  openGraph: string;
};

export const languageFacts: Record<Language, LanguageFacts> = {
  zh: { tag: 'zh-CN', prefix: '', openGraph: 'zh_CN' },
  en: { tag: 'en', prefix: '/en', openGraph: 'en_GB' },
};

export const otherLanguage = (language: Language): Language => (language === 'zh' ? 'en' : 'zh');

/** The prefix may also be percent-encoded. */
const ENGLISH_PREFIX = /^\/(?:e|%65|%45)(?:n|%6e|%4e)(?:[/?]|$)/iu;

/** Returns the language of a request target: `/en` and `/EN/…` are English, all others are Chinese. */
export const languageOfPath = (target: string): Language => (ENGLISH_PREFIX.test(target) ? 'en' : 'zh');

/** Returns the path of a language's home page: `/` or `/en`. */
export const homePath = (language: Language): string => languageFacts[language].prefix || '/';
