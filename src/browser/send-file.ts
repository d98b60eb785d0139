import { RETRY_HEADER } from '../application/upload-headers.ts';
import { beginDraft } from './begin-draft.ts';
import { applicationForm } from './dom.ts';
import { takeFileList } from './file-list.ts';
import { interpolate, uploadTexts } from './texts.ts';
import type { Outcome, Send } from './upload-queue.ts';

/** Sends one file by XMLHttpRequest: fetch tells nothing of its progress. It may take as long as the line needs. */
export const sendFile: Send = async (file, onPercent, signal, isRetry) => {
  const form = applicationForm();
  if (!form) return 'cancelled';
  await beginDraft().catch(() => undefined);
  if (signal.aborted) return 'cancelled';
  const request = new XMLHttpRequest();
  request.open('POST', form.dataset.filesAction ?? '');
  request.setRequestHeader('HX-Request', 'true');
  if (isRetry) request.setRequestHeader(RETRY_HEADER, '1');
  request.upload.onprogress = ({ loaded, total }) => onPercent(Math.floor((100 * loaded) / total));
  signal.addEventListener('abort', () => request.abort());
  const end = await new Promise<string>((resolve) => {
    for (const type of ['load', 'error', 'abort']) request.addEventListener(type, () => resolve(type));
    request.send(bodyOf(form, file));
  });
  if (end === 'abort') return 'cancelled';
  const outcome = end === 'load' ? outcomeOf(request) : 'failed';
  return outcome === 'failed' ? failureOf(file) : outcome;
};

/** Token and key stand before the file, so that they are known when the file comes. */
function bodyOf(form: HTMLFormElement, file: File): FormData {
  const body = new FormData();
  for (const name of ['token', 'submitKey']) {
    body.append(name, form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '');
  }
  body.append('declareFile', file);
  return body;
}

/** An answer that is not the list of files (an error page, the whole page) says nothing about the file. */
function outcomeOf({ status, responseText }: XMLHttpRequest): Outcome {
  const answer = new DOMParser().parseFromString(responseText, 'text/html');
  const list = answer.getElementById('_files');
  const problem = answer.querySelector('[data-problem]')?.textContent;
  if (!list || answer.getElementById('_form') || (status !== 200 && !problem)) return 'failed';
  takeFileList(list);
  return problem ? { refused: problem } : 'taken';
}

/** A folder, or a file that was moved or changed since it was picked, can never be sent. */
async function failureOf(file: File): Promise<Outcome> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return 'failed';
  } catch {
    const { unreadable, error } = uploadTexts();
    return { refused: unreadable ?? interpolate(error, { file: file.name }) };
  }
}
