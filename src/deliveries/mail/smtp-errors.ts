import type { NodemailerError } from 'nodemailer';
import { plainLine } from './mail-text.ts';

const MAX_WORDS = 200;
/** Of a reply that is longer the rest is not looked at. */
const MAX_READ = 2000;
const WORD = /[^\s<>()"',;:]+/gu;
/** A reply and its enhanced code: `535 5.7.8` (RFC 5321, section 4.2; RFC 3463). */
const REPLY_CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/u;

/**
 * What went wrong, in a bounded line without mail addresses and without what the login is made of. A server may say back what it was
 * told: of a refused login the codes alone are kept.
 */
export function smtpWords(error: NodemailerError, smtpUrl: string): string {
  const { code, command, response = '', message } = error;
  if (code === 'EAUTH') return `login refused: ${REPLY_CODES.exec(response)?.[0] ?? 'no clear answer'}`;
  if (code === 'ETIMEDOUT') return 'no answer in time';
  const said = response === '' ? message : `${command ?? 'SMTP'}: ${response}`;
  return bounded(withoutLogin(said.slice(0, MAX_READ), smtpUrl).replace(WORD, hideAddress));
}

const hideAddress = (word: string): string => (word.includes('@') ? '…' : word);

function bounded(text: string): string {
  const characters = [...plainLine(text)];
  return characters.length <= MAX_WORDS ? characters.join('') : `${characters.slice(0, MAX_WORDS).join('')}…`;
}

/** The password as it is, and as the two common ways of a login write it (RFC 4616; LOGIN). */
function withoutLogin(text: string, smtpUrl: string): string {
  const { username, password } = new URL(smtpUrl);
  if (password === '') return text;
  const [user, secret] = [username, password].map(decoded);
  const forms = [`\0${user}\0${secret}`, secret ?? ''].map((form) => Buffer.from(form).toString('base64'));
  return [...forms, secret ?? '', password].reduce((rest, form) => rest.replaceAll(form, '…'), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
