import type { Logger } from 'pino';
import type { ForwardSettings, MailSettings } from '../../config/config.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Attempt } from '../store/applications/deliveries.ts';
import { type Channel, channels } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import { type Deliver, startDeliveryWorker } from './delivery-worker.ts';
import { createForward } from './forward/forward.ts';
import { createMailChannels } from './mail/mail.ts';

type DeliveryOptions = {
  forward?: ForwardSettings;
  mail?: MailSettings;
  siteUrl: string;
  store: Store;
  log: Logger;
  onAttempt: (channel: Channel, result: Attempt['result']) => void;
  /** Returns the group's name and email address from the content backend. */
  loadGroup: (language: Language) => Promise<{ name: string; email?: string }>;
  /** Returns the group's text about the steps after an application, if any. */
  loadNextSteps: (language: Language) => Promise<string | undefined>;
};

/** Sets up the delivery of applications to the configured channels. */
export function createDeliveries({ forward, mail, ...parts }: DeliveryOptions) {
  const mails = mail && createMailChannels({ ...parts, mail });
  const deliverers: Partial<Record<Channel, Deliver>> = {
    ...(forward && { forward: createForward({ forward, fileStore: parts.store.fileStore }) }),
    ...mails?.channels,
  };
  return {
    /** Configured channels. A submitted application gets one outbox row per channel. */
    channels: channels.filter((channel) => channel in deliverers),

    /** Starts delivering. Call it in only one process per machine. Returns a stop function. */
    start() {
      const stop = startDeliveryWorker({ ...parts, channels: deliverers });
      return (order: { isHurried: boolean }) => stop(order).finally(mails?.close);
    },
  };
}
