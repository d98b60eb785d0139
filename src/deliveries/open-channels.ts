import type { Channel } from '../store/tables.ts';
import type { Deliver } from './channel.ts';
import type { Parts } from './index.ts';

/** The configured channels, ready to deliver. What they are made of is loaded here, by the process that delivers alone. */
export async function openChannels({ forward, mail, siteUrl, store, groupOf }: Parts) {
  const open: Partial<Record<Channel, Deliver>> = {};
  let close = (): void => undefined;
  if (forward) {
    const { createForward } = await import('./forward.ts');
    open.forward = createForward({ forward, uploads: store.uploads });
  }
  if (mail) {
    const { createMailChannels } = await import('./mail.ts');
    const { close: closeMail, ...channels } = createMailChannels({ mail, siteUrl, groupOf });
    Object.assign(open, channels);
    close = closeMail;
  }
  return { open, close };
}
