import { describe, expect, it } from 'vitest';
import { checkInThread, createCheckInThread } from './check-in-thread.ts';
import { buildPdf } from './test-support/build-pdf.ts';
import { storedFile } from './test-support/stored-file.ts';

const pdf = buildPdf({});
const task = (name: string, content = pdf) => ({ path: storedFile(content), name, bytes: content.length });

describe('a check in a thread', () => {
  it('says what a check says', async () => {
    expect(await checkInThread(task('report.pdf'))).toEqual({ ok: true, type: 'application/pdf' });
    expect(await checkInThread(task('report.docx'))).toEqual({ ok: false, code: 'fileDisguised' });
  });

  it('rejects where the disk is at fault, with what the system says', async () => {
    await expect(
      checkInThread({ path: '/nowhere/at-all', name: 'report.pdf', bytes: 10 }),
    ).rejects.toMatchObject({
      code: 'ENOENT',
      syscall: 'open',
    });
  });

  it('is refused where it takes all memory, and the next file is checked', async () => {
    const check = createCheckInThread(new URL('./test-support/greedy-thread.ts', import.meta.url));
    const [greedy, next] = await Promise.all([check(task('greedy.pdf')), check(task('next.pdf'))]);
    expect([greedy, next]).toEqual([
      { ok: false, code: 'fileUnsafe' },
      { ok: true, type: 'application/pdf' },
    ]);
  });
});
