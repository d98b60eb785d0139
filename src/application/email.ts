import { z } from 'zod';
import { stripEnd, stripStart } from './text.ts';

const EDGE = /[\t\n\f\r ]/u;

/** What a browser strips of a typed address before it looks at it: ASCII white space at its ends, no other. */
export const strippedEmail = (text: string): string => stripStart(stripEnd(text, EDGE), EDGE);

/**
 * Whether a browser would take this text, stripped, as an e-mail address.
 * Source: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const isEmail = (text: string): boolean => z.regexes.html5Email.test(text);
