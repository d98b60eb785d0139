import { applicationForm } from '../dom.ts';
import { interpolate, uploadTexts } from '../texts.ts';
import { beginDraft } from './begin-draft.ts';
import { takeFileList } from './file-list.ts';
import type { Outcome, Send } from './upload-queue.ts';

/** Sends one file by a script of its own, which comes with the first. Where that does not come, the file failed. */
export const sendFile: Send = async (file, tell, signal, isRetry) => {
  const form = applicationForm();
  if (!form) return 'cancelled';
  await beginDraft().catch(() => undefined);
  const { filesAction: files = '', uploadsAction: uploads = '' } = form.dataset;
  const input = (name: string) => form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '';
  const to = { files, uploads, token: input('token'), submitKey: input('submitKey') };
  try {
    const { send } = (await import(BUILT.sendScript)) as typeof import('../send.ts');
    const sent = await send({ file, to, tell, signal, isRetry });
    if (sent === 'unreadable') {
      const { unreadable, error } = uploadTexts();
      return { refused: unreadable ?? interpolate(error, { file: file.name }) };
    }
    if (sent === 'lost' || sent === 'serverError') return failed(file, sent);
    if (sent === 'cancelled' || 'refused' in sent) return sent;
    takeFileList(sent.list);
    return sent.problem ? { refused: sent.problem } : 'taken';
  } catch {
    return failed(file);
  }
};

function failed({ name }: File, why: 'lost' | 'serverError' = 'lost'): Outcome {
  const { error, serverError } = uploadTexts();
  return { failed: interpolate(why === 'lost' ? error : serverError, { file: name }) };
}
