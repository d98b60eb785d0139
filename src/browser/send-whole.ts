import { RETRY_HEADER } from '../application/upload-headers.ts';
import type { Answer, Sending } from './sending.ts';

/** Sends a file by one POST, where it cannot go in pieces. It may take as long as the line needs. */
export async function sendWhole({
  file,
  to,
  tell,
  signal,
  isRetry,
}: Sending): Promise<Answer | 'failed' | 'cancelled'> {
  const request = new XMLHttpRequest();
  request.open('POST', to.files);
  request.setRequestHeader('HX-Request', 'true');
  if (isRetry) request.setRequestHeader(RETRY_HEADER, '1');
  request.upload.onprogress = ({ loaded, total }) => tell({ percent: Math.floor((100 * loaded) / total) });
  signal.addEventListener('abort', () => request.abort());
  const end = await new Promise<string>((resolve) => {
    for (const type of ['load', 'error', 'abort']) request.addEventListener(type, () => resolve(type));
    request.send(bodyOf(file, to));
  });
  if (end === 'abort') return 'cancelled';
  return end === 'load' ? { status: request.status, text: request.responseText } : 'failed';
}

/** Token and key stand before the file, so that they are known when the file comes. */
function bodyOf(file: File, { token, submitKey }: Sending['to']): FormData {
  const body = new FormData();
  body.append('token', token);
  body.append('submitKey', submitKey);
  body.append('declareFile', file);
  return body;
}
