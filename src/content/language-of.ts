const HAN = /\p{Script=Han}/u;

/** The `lang` of a name within text of another language: Chinese where it has Chinese characters. */
export const languageOf = (name: string): 'zh-CN' | undefined => (HAN.test(name) ? 'zh-CN' : undefined);
