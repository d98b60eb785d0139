import type { Delivery } from '../../applications/store/applications/delivery-views.ts';
import type { Channel, DeliveryState } from '../../applications/store/engine/tables.ts';
import type { Store } from '../../applications/store/index.ts';
import { formatDisplayTime, formatIsoTime } from '../../content/time.ts';
import { formatTable, type Report, toSafeLine } from '../terminal.ts';
import { getApplication } from './show.ts';

const HEADINGS = ['Reference', 'Channel', 'State', 'Attempts', 'Next attempt (Asia/Shanghai)', 'Reason'];

const channelSettings: Record<Channel, readonly string[]> = {
  forward: ['FORWARD_URL'],
  'mail-group': ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO'],
  'mail-applicant': ['SMTP_URL', 'MAIL_FROM'],
};

type IsSet = (setting: string) => boolean;
type ListOptions = { isSet: IsSet; state?: DeliveryState; isJson?: boolean };
type ListedDelivery = Delivery & { waitsFor?: string; lastError?: string };

/** Prints one row per application and channel, oldest application first. */
export async function* listDeliveries(
  store: Pick<Store, 'deliveries'>,
  { state, isJson, isSet }: ListOptions,
  report: Report,
): AsyncGenerator<string> {
  const found = (await store.deliveries.list({ state })).map((delivery) => ({
    ...delivery,
    waitsFor: describeWait(delivery, isSet),
    lastError: delivery.history.at(-1)?.error,
  }));
  if (isJson) yield `${JSON.stringify(found.map(toDeliveryRecord), null, 2)}\n`;
  else if (found.length > 0) yield* formatTable([HEADINGS, ...found.map(toDeliveryRow)]);
  else report(state === undefined ? 'No deliveries yet.' : `No delivery is ${state}.`);
}

/** Returns what a delivery waits for, or undefined if only for the time of its next attempt. */
function describeWait(delivery: Delivery, isSet: IsSet): string | undefined {
  const { state, attempts, isRunning, heldFiles, nextAt = 0 } = delivery;
  if (state !== 'waiting') return undefined;
  if (isRunning) return 'its running attempt';
  if (heldFiles.length > 0) return describeScans(heldFiles);
  const settings = describeMissingSettings(delivery.channel, isSet);
  const isOverdue = nextAt <= Date.now();
  return isOverdue && (attempts === 0 || settings !== '') ? `the site to run${settings}` : undefined;
}

/** The site may have settings that this command does not have. */
function describeMissingSettings(channel: Channel, isSet: IsSet): string {
  const missing = channelSettings[channel].filter((name) => !isSet(name));
  return missing.length > 0 ? ` with ${missing.join(', ')}, not set here` : '';
}

function describeScans(heldFiles: Delivery['heldFiles']): string {
  const files = heldFiles.map(
    ({ name, scanReason }) =>
      `${name} (${scanReason ?? 'not scanned yet: check CLAMD_URL with plinth doctor'})`,
  );
  return toSafeLine(`the virus scan of ${files.join(', ')}`);
}

const toDeliveryRow = ({ waitsFor, lastError = '', nextAt, ...delivery }: ListedDelivery): string[] => [
  delivery.reference,
  delivery.channel,
  delivery.state,
  String(delivery.attempts),
  nextAt === undefined ? '' : formatDisplayTime(nextAt),
  [waitsFor && `waits for ${waitsFor}`, toSafeLine(lastError)].filter(Boolean).join('; '),
];

const toDeliveryRecord = ({ reference, channel, state, attempts, ...delivery }: ListedDelivery) => ({
  reference,
  channel,
  state,
  attempts,
  createdAt: formatIsoTime(delivery.createdAt),
  nextAt: delivery.nextAt === undefined ? null : formatIsoTime(delivery.nextAt),
  waitsFor: delivery.waitsFor ?? null,
  lastError: delivery.lastError ?? null,
  recipients: delivery.recipients,
  history: delivery.history.map((attempt) => ({ ...attempt, at: formatIsoTime(attempt.at) })),
});

export async function* retry(
  store: Pick<Store, 'deliveries' | 'applications'>,
  text: string,
  { isSet }: { isSet: IsSet },
): AsyncGenerator<string> {
  const { reference } = await getApplication(store, text);
  const retried = await store.deliveries.retry({ reference });
  if (retried.length > 0) return yield* describeRetried(store, retried, isSet);
  const waiting = await store.deliveries.list({ reference, state: 'waiting' });
  throw new Error(
    `${reference}: ${waiting.length > 0 ? 'an attempt is running' : 'nothing is left to deliver'}`,
  );
}

export async function* retryRefused(
  store: Pick<Store, 'deliveries'>,
  request: { channel?: Channel; since?: number },
  { report, isSet }: { report: Report; isSet: IsSet },
): AsyncGenerator<string> {
  const retried = await store.deliveries.retry(request);
  if (retried.length === 0) report('No matching delivery is refused.');
  else yield* describeRetried(store, retried, isSet);
}

async function* describeRetried(
  store: Pick<Store, 'deliveries'>,
  retried: Pick<Delivery, 'reference' | 'channel'>[],
  isSet: IsSet,
): AsyncGenerator<string> {
  const waiting = await store.deliveries.list({ state: 'waiting' });
  const byKey = new Map(waiting.map((one) => [`${one.reference} ${one.channel}`, one]));
  for (const { reference, channel } of retried) {
    const { heldFiles = [], nextAt = 0 } = byKey.get(`${reference} ${channel}`) ?? {};
    const next =
      heldFiles.length > 0
        ? `waits for ${describeScans(heldFiles)}, until ${formatDisplayTime(nextAt)}`
        : `is retried when the site runs${describeMissingSettings(channel, isSet)}`;
    yield `${reference}: ${channel} ${next}\n`;
  }
}
