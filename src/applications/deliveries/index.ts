import type { Logger } from 'pino';
import type { ForwardSettings, MailSettings } from '../../config/config.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Attempt } from '../store/applications/deliveries.ts';
import type { Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import type { Deliver } from './deliver-one.ts';
import { startDeliveryWorker } from './delivery-worker.ts';

type Parts = {
  forward?: ForwardSettings;
  mail?: MailSettings;
  siteUrl: string;
  store: Store;
  log: Logger;
  onAttempt: (channel: Channel, result: Attempt['result']) => void;
  /** Returns the name and mail address of the group from the content backend. */
  groupOf: (language: Language) => Promise<{ name: string; email?: string }>;
  /** Returns the group's HTML about what happens after an application, if any. */
  nextStepsOf: (language: Language) => Promise<string | undefined>;
};

/** Creates the delivery of applications to the configured channels. */
export function createDeliveries(parts: Parts) {
  const channels = channelsOf(parts);
  return {
    /** Configured channels. A submitted application gets one outbox row per channel. */
    channels,

    /** Starts delivering. Call it in only one process per machine. Returns a stop function. */
    start() {
      if (channels.length === 0) return async () => undefined;
      const stop = openChannels(parts).then(({ open, close }) => {
        const stopWorker = startDeliveryWorker({ ...parts, channels: open });
        return (order: { isHurried: boolean }) => stopWorker(order).finally(close);
      });
      return (order: { isHurried: boolean }) => stop.then((end) => end(order));
    },
  };
}

function channelsOf({ forward, mail }: Pick<Parts, 'forward' | 'mail'>): Channel[] {
  const hasNotice = mail !== undefined && mail.to.length > 0;
  return [
    ...(forward ? (['forward'] as const) : []),
    ...(hasNotice ? (['mail-group'] as const) : []),
    ...(mail ? (['mail-applicant'] as const) : []),
  ];
}

/** Imports the channels lazily, so that processes that do not deliver never load them. */
async function openChannels({ forward, mail, siteUrl, store, groupOf, nextStepsOf }: Parts) {
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
