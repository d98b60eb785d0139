import { stripEnd, stripStart } from './text.ts';

/**
 * The "valid e-mail address" of the WHATWG HTML Standard, letter for letter, which `<input type=email>` uses:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 *
 *     email         = 1*( atext / "." ) "@" label *( "." label )
 *     label         = let-dig [ [ ldh-str ] let-dig ]  ; limited to a length of 63 characters by RFC 1034 section 3.5
 *     atext         = < as defined in RFC 5322 section 3.2.3 >
 *     let-dig       = < as defined in RFC 1034 section 3.5 >
 *     ldh-str       = < as defined in RFC 1034 section 3.5 >
 */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/u;

const EDGE = /[\t\n\f\r ]/u;

/** What a browser strips of a typed address before it looks at it: ASCII white space at its ends, no other. */
export const strippedEmail = (text: string): string => stripStart(stripEnd(text, EDGE), EDGE);

/** Whether a browser would take this text, stripped, as an e-mail address. */
export const isEmail = (text: string): boolean => EMAIL.test(text);
