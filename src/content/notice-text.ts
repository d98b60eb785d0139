type NoticeRecord = { title?: string; words?: string };

/**
 * The text of a notice as its visitors read it: title and words of each record, a line each, in their order. It has no tags and no
 * addresses, so that it stays the same where only its markup, a picture or a secret of the site changes. Empty where nothing is said.
 */
export const noticeText = (records: readonly NoticeRecord[]): string =>
  records
    .flatMap(({ title, words }) => [title, words])
    .filter(Boolean)
    .join('\n');
