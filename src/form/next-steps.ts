import type { Reader } from '../backend/content.ts';
import type { RichText } from '../content/text/rich-text.ts';

/** Reads the group's next steps while its window is open. A failure must not cost the visitor the receipt. */
export const readNextSteps = (reader: Reader): Promise<RichText | undefined> =>
  reader.intake().then(
    ({ enabled, nextSteps }) => (enabled ? nextSteps : undefined),
    () => undefined,
  );
