/** The longest queue, in writes and in bytes; further writes are refused. */
export const MAX_WAITING = 1000;
export const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** A write for a key; one without bytes removes the key's file, and is never refused. */
export type Write<T> = { value: T; bytes: number };

/** Does writes one after another, only the newest one of each key. */
export function createWriteQueue<T>(write: (key: string, value: T) => Promise<void>) {
  const waiting = new Map<string, Write<T>>();
  let [bytes, refused] = [0, 0];
  let isClosed = false;
  let working: Promise<void> | undefined;

  function take(key: string): void {
    bytes -= waiting.get(key)?.bytes ?? 0;
    waiting.delete(key);
  }

  async function work(): Promise<void> {
    for (let next = first(); next; next = first()) {
      const [key, job] = next;
      await write(key, job.value);
      // A newer write may have come meanwhile.
      if (waiting.get(key) === job) take(key);
    }
    working = undefined;
  }

  const first = () => waiting.entries().next().value;

  return {
    /** Whether the write is taken. */
    add(key: string, job: Write<T>): boolean {
      const older = waiting.get(key);
      const isFull = !older && waiting.size >= MAX_WAITING;
      const isLarge = bytes - (older?.bytes ?? 0) + job.bytes > MAX_WAITING_BYTES;
      if (isClosed || ((isFull || isLarge) && job.bytes > 0)) {
        refused += 1;
        return false;
      }
      take(key);
      waiting.set(key, job);
      bytes += job.bytes;
      working ??= work();
      return true;
    },

    /** The write of a key that is not done yet. */
    waiting: (key: string): Write<T> | undefined => waiting.get(key),

    refused: () => refused,

    /** Takes nothing more; resolves when all is done. */
    async close(): Promise<void> {
      isClosed = true;
      await working;
    },
  };
}
