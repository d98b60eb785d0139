/** Words before an extension, or between two numbers. */
const SECOND_PART = /转|ext\.?|[x#/,;、，；]/iu;

/** A telephone number as a `tel:` link (RFC 3966): digits and a leading plus of the first number, and its extension. */
export function telephoneHref(phone: string): string {
  const [number = '', ...rest] = phone.split(SECOND_PART);
  const extension = /转|ext|[x#]/iu.test(phone) ? (rest[0] ?? '').replace(/\D/gu, '') : '';
  const digits = number.replace(/[^\d+]/gu, '').replace(/(?!^)\+/gu, '');
  return `tel:${digits}${extension && `;ext=${extension}`}`;
}
