import { fields } from './fields.ts';
import * as limits from './limits.ts';

/** Limits that texts quote, by placeholder. `{name}Max` is the maximum length of a field. */
export const quotedLimits: Record<string, string | number | undefined> = {
  captchaDigits: limits.CAPTCHA_DIGITS,
  draftDays: limits.DRAFT_DAYS,
  earliestDay: limits.EARLIEST_DAY,
  maxDraftMegabytes: limits.MAX_DRAFT_MEGABYTES,
  maxFileMegabytes: limits.MAX_FILE_MEGABYTES,
  maxFiles: limits.MAX_FILES,
  maxInterlacedPixels: limits.MAX_INTERLACED_PIXELS,
  maxPixels: limits.MAX_PIXELS,
  receiptLinkDays: limits.RECEIPT_LINK_DAYS,
  ...Object.fromEntries(Object.entries(fields).map(([name, { max }]) => [`${name}Max`, max])),
};
