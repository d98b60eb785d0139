import type { NodemailerError, SMTPPoolSentMessageInfo } from 'nodemailer';
import type { AttemptResult } from '../channel.ts';
import { boundedLine } from '../plain-line.ts';

/** Replies of class 5 are permanent (RFC 5321, section 4.2.1). */
const PERMANENT_CLASS = 5;
/** Permanent replies about the session, not the mail: bad sequence, login required or refused (RFC 4954, section 6). */
const SESSION_ERRORS = [503, 530, 534, 535, 538];

/** `delivered` even if the server rejected some recipients: a retry would mail the others twice. */
export function resultOfSent(
  { accepted, rejected, rejectedErrors = [] }: SMTPPoolSentMessageInfo,
  smtpUrl: string,
): AttemptResult {
  if (rejected.length === 0) return { result: 'delivered' };
  const [first] = rejectedErrors;
  const total = accepted.length + rejected.length;
  const reason = first ? `: ${smtpErrorText(first, smtpUrl)}` : '';
  return { result: 'delivered', error: `${rejected.length} of ${total} recipients were rejected${reason}` };
}

export const resultOfError = (error: NodemailerError, smtpUrl: string): AttemptResult => ({
  result: isRefusal(error) ? 'refused' : 'again',
  error: smtpErrorText(error, smtpUrl),
});

/** Whether the server permanently refused this mail, or nodemailer cannot send to its address. */
function isRefusal({ code, command, responseCode }: NodemailerError): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return command === 'API';
  return Math.floor(responseCode / 100) === PERMANENT_CLASS && !SESSION_ERRORS.includes(responseCode);
}

const MAX_TEXT_LENGTH = 200;
/** Bounds the work on a long reply. */
const MAX_REPLY_LENGTH = 2000;
const WORD = /[^\s<>()"',;:]+/gu;
/** A reply code and its enhanced code: `535 5.7.8` (RFC 5321, section 4.2; RFC 3463). */
const REPLY_CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/u;

/**
 * One bounded line about an SMTP error, without mail addresses and credentials. A server may echo what it received, so a refused login
 * is reported by its reply codes only.
 */
export function smtpErrorText(error: NodemailerError, smtpUrl: string): string {
  const { code, command, response = '', message } = error;
  if (code === 'EAUTH') return `login refused: ${REPLY_CODES.exec(response)?.[0] ?? 'no reply code'}`;
  if (code === 'ETIMEDOUT') return 'timed out';
  const text = response === '' ? message : `${command ?? 'SMTP'}: ${response}`;
  const safe = withoutLogin(text.slice(0, MAX_REPLY_LENGTH), smtpUrl).replace(WORD, hideAddress);
  return boundedLine(safe, MAX_TEXT_LENGTH);
}

const hideAddress = (word: string): string => (word.includes('@') ? '…' : word);

/** Removes the password: plain, URL-encoded, and as AUTH PLAIN (RFC 4616) and AUTH LOGIN send it. */
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
