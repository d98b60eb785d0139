import type { ForwardSettings, MailSettings } from '../config/delivery-settings.ts';
import type { Language } from '../i18n/languages.ts';
import type { Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import type { Deliver } from './channel.ts';

export type ChannelParts = {
  forward?: ForwardSettings;
  mail?: MailSettings;
  siteUrl: string;
  store: Pick<Store, 'uploads'>;
  /** What the content backend says of the group, in a language. */
  groupOf: (language: Language) => Promise<{ name: string; email?: string }>;
  /** HTML of the group about the time after an application, if any. */
  nextStepsOf: (language: Language) => Promise<string | undefined>;
};

/** The configured channels, ready to deliver. What they are made of is loaded here, by the process that delivers alone. */
export async function openChannels({ forward, mail, siteUrl, store, groupOf, nextStepsOf }: ChannelParts) {
  const open: Partial<Record<Channel, Deliver>> = {};
  let close = (): void => undefined;
  if (forward) {
    const { createForward } = await import('./forward/forward.ts');
    open.forward = createForward({ forward, uploads: store.uploads });
  }
  if (mail) {
    const { createMailChannels } = await import('./mail/mail.ts');
    const { close: closeMail, ...channels } = createMailChannels({ mail, siteUrl, groupOf, nextStepsOf });
    Object.assign(open, channels);
    close = closeMail;
  }
  return { open, close };
}
