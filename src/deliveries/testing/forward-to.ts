import type { ForwardSettings } from '../../config/delivery-settings.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { createForward } from '../forward/forward.ts';
import type { Files } from '../forward/stored-file.ts';

type Sent = { application: SentApplication; uploads: Files };
type Attempt = { signal?: AbortSignal; onProgress?: () => void; silenceMs?: number };

/** Forwards an application once to a URL, or as the settings say. */
export function forwardTo(
  given: string | Partial<ForwardSettings>,
  { application, uploads }: Sent,
  { signal = new AbortController().signal, onProgress = () => {}, silenceMs = 5000 }: Attempt = {},
) {
  const forward = { url: '', headers: {}, ...(typeof given === 'string' ? { url: given } : given) };
  return createForward({ forward, uploads, silenceMs })(application, { signal, onProgress });
}
