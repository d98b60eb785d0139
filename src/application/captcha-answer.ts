import { halfWidth } from './ascii.ts';

const NOT_TYPED_ON_PURPOSE = /[\s\p{Cf}\p{Cc}]/gu;

/** A typed code as it is compared: full-width digits are ASCII ones, without white space anywhere. */
export const normaliseCaptcha = (text: string): string => halfWidth(text).replace(NOT_TYPED_ON_PURPOSE, '');
