const HAN = /\p{Script=Han}/u;

/** `lang` of a name inside text of another language: Chinese if it has Chinese characters. */
export const languageOf = (name: string): 'zh-CN' | undefined => (HAN.test(name) ? 'zh-CN' : undefined);

/** Separates an extension or a second number. */
const SECOND_PART = /转|ext\.?|[x#/,;、，；]/iu;

/** `tel:` link of a phone number (RFC 3966): digits and leading plus of the first number, and its extension. */
export function telephoneHref(phone: string): string {
  const [number = '', ...rest] = phone.split(SECOND_PART);
  const extension = /转|ext|[x#]/iu.test(phone) ? (rest[0] ?? '').replace(/\D/gu, '') : '';
  const digits = number.replace(/[^\d+]/gu, '').replace(/(?!^)\+/gu, '');
  return `tel:${digits}${extension && `;ext=${extension}`}`;
}

const POLICE_REGISTER = 'https://beian.mps.gov.cn/#/query/webSearch?code=';

/** Entry of a 公安备案 number in the register of the Ministry of Public Security, found by its digits. */
export function policeRecordHref(record: string): string | undefined {
  const digits = record.normalize('NFKC').replace(/[^0-9]/gu, '');
  return digits ? `${POLICE_REGISTER}${digits}` : undefined;
}
