import type { Logger } from 'pino';
import type { Attempt } from '../store/applications/deliveries.ts';
import type { Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { type ChannelParts, openChannels } from './open-channels.ts';

type Parts = ChannelParts & {
  store: Store;
  log: Logger;
  onAttempt: (channel: Channel, result: Attempt['result']) => void;
};

/** Where applications go. Nothing of a channel is loaded before this process delivers. */
export function createDeliveries(parts: Parts) {
  const channels = channelsOf(parts);
  return {
    /** The configured channels: an application that is sent gets a delivery for each. */
    channels,

    /** Delivers from now on; for one process alone. Gives what ends it. */
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

export function channelsOf({ forward, mail }: Pick<Parts, 'forward' | 'mail'>): Channel[] {
  const toGroup = mail !== undefined && mail.to.length > 0;
  return [
    ...(forward ? (['forward'] as const) : []),
    ...(toGroup ? (['mail-group'] as const) : []),
    ...(mail ? (['mail-applicant'] as const) : []),
  ];
}
