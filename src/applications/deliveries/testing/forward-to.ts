import type { ForwardSettings } from '../../../config/config.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Files } from '../forward/application-record.ts';
import { createForward } from '../forward/forward.ts';

type Sent = { application: SentApplication; uploads: Files };
type Options = { signal?: AbortSignal; silenceMs?: number };

/** Makes one attempt to forward an application. */
export function forwardTo(
  given: string | Partial<ForwardSettings>,
  { application, uploads }: Sent,
  { signal = new AbortController().signal, silenceMs = 5000 }: Options = {},
) {
  const forward = { url: '', headers: {}, ...(typeof given === 'string' ? { url: given } : given) };
  return createForward({ forward, uploads, silenceMs })(application, { signal, recipients: {} });
}
