import { SHOWN_FILES } from '../../rules/client-protocol.ts';
import { fields, type TextField, textFields } from '../../rules/fields.ts';
import { MAX_FILE_NAME, MAX_FILES, MAX_TEXT_BYTES } from '../../rules/limits.ts';
import { type Problem, tooLongProblem } from '../../rules/problems.ts';

const BYTES_PER_CHARACTER = 4;
const MAX_CONTROL_BYTES = 512;
const MAX_FILE_ID_BYTES = 64;

/** Names whose first value counts, because later values of an arriving body must not change the draft. */
const FIRST_COUNTS = ['token', 'submitKey'];
const CONTROLS = [...FIRST_COUNTS, 'captcha', 'sealedCode', 'action', 'remove', 'privacyNotice'];

/** Bytes that each field can always use, so that a long text does not cost another field its value. */
const RESERVED_BYTES: ReadonlyMap<string, number> = new Map([
  ...textFields.map((name) => [name, fields[name].max * BYTES_PER_CHARACTER] as const),
  ...CONTROLS.map((name) => [name, MAX_CONTROL_BYTES] as const),
  [SHOWN_FILES, MAX_FILES * (MAX_FILE_ID_BYTES + MAX_FILE_NAME * BYTES_PER_CHARACTER)],
]);
const SHARED_BYTES = MAX_TEXT_BYTES - RESERVED_BYTES.values().reduce((sum, bytes) => sum + bytes, 0);

export type TextCollector = ReturnType<typeof createTextCollector>;

/** Collects the form's fields while they arrive, at most `MAX_TEXT_BYTES` in all. Ignores unknown fields. */
export function createTextCollector() {
  const values: Record<string, string> = {};
  const truncated = new Set<string>();
  /** Shared bytes, by field. */
  const shares = new Map<string, number>();
  let sharedBytes = SHARED_BYTES;
  return {
    /** The collected values, by field. */
    values,

    /** Adds a value, or replaces an earlier one. Truncates a value that exceeds the field's own and the shared bytes. */
    add(name: string, value: string, isCut = false): void {
      const reserved = RESERVED_BYTES.get(name);
      if (reserved === undefined || (FIRST_COUNTS.includes(name) && name in values)) return;
      sharedBytes += shares.get(name) ?? 0;
      const { text, bytes } = truncate(value, reserved + sharedBytes);
      const share = Math.max(0, bytes - reserved);
      shares.set(name, share);
      sharedBytes -= share;
      values[name] = text;
      if (isCut || text.length < value.length) truncated.add(name);
      else truncated.delete(name);
    },

    /** Returns the problems of truncated texts. */
    problems: (): Problem[] =>
      [...truncated].filter((name): name is TextField => name in fields).map(tooLongProblem),
  };
}

const encoder = new TextEncoder();

/** Copies a truncated text, because a slice would keep the whole text in memory. */
function truncate(value: string, maxBytes: number): { text: string; bytes: number } {
  const bytes = Buffer.byteLength(value);
  if (bytes <= maxBytes) return { text: value, bytes };
  const room = Buffer.alloc(maxBytes);
  const { written } = encoder.encodeInto(value, room);
  return { text: room.toString('utf8', 0, written), bytes: written };
}
