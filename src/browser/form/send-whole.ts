import { RETRY_HEADER } from '../../form/rules/client-protocol.ts';
import { createBackOff } from './back-off.ts';
import { isReadable } from './is-readable.ts';
import { type Answer, isServerError, type Sending, type Unsent } from './send-result.ts';
import { sendXhr } from './xhr.ts';

/** Sends a file by one POST, if it cannot go in pieces. It may take as long as the line needs. */
export async function sendWhole({ file, to, tell, signal, isRetry }: Sending): Promise<Answer | Unsent> {
  const backOff = createBackOff(signal);
  const headers = { 'HX-Request': 'true', ...(isRetry && { [RETRY_HEADER]: '1' }) };
  const onSent = (sent: number, total: number) => tell({ percent: Math.floor((100 * sent) / total) });
  while (!signal.aborted) {
    const request = await sendXhr('POST', to.files, { headers, body: bodyOf(file, to), signal, onSent });
    if (signal.aborted) break;
    if (request && !isServerError(request.status))
      return { status: request.status, text: request.responseText };
    if (!request && !(await isReadable(file))) return 'lost';
    tell({ percent: 0, isWaiting: !request });
    if (!(await backOff.wait(!!request))) return request ? 'serverError' : 'lost';
  }
  return 'cancelled';
}

/** Token and key stand before the file, so that they are known when the file comes. */
function bodyOf(file: File, { token, submitKey }: Sending['to']): FormData {
  const body = new FormData();
  body.append('token', token);
  body.append('submitKey', submitKey);
  body.append('declareFile', file);
  return body;
}
