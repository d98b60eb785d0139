import type { Delivery } from '../../applications/store/applications/deliveries.ts';
import type { Channel, DeliveryState } from '../../applications/store/engine/tables.ts';
import type { Store } from '../../applications/store/index.ts';
import { formatDisplayTime, formatIsoTime } from '../../content/time.ts';
import { formatTable, type Report, toSafeLine } from '../terminal.ts';
import { getApplication } from './show.ts';

const HEADINGS = ['Reference', 'Channel', 'State', 'Attempts', 'Next attempt (Asia/Shanghai)', 'Last error'];

type ListOptions = { state?: DeliveryState; isJson?: boolean };

/** Prints one row per application and channel, oldest application first. */
export async function* listDeliveries(
  store: Pick<Store, 'deliveries'>,
  { state, isJson }: ListOptions,
  report: Report,
): AsyncGenerator<string> {
  const found = await store.deliveries.list({ state });
  if (isJson) yield `${JSON.stringify(found.map(toDeliveryRecord), null, 2)}\n`;
  else if (found.length > 0) yield* formatTable([HEADINGS, ...found.map(toDeliveryRow)]);
  else report(state === undefined ? 'No deliveries yet.' : `No delivery is ${state}.`);
}

const getLastError = ({ history }: Delivery): string | undefined => history.at(-1)?.error;

const toDeliveryRow = (delivery: Delivery): string[] => [
  delivery.reference,
  delivery.channel,
  delivery.state,
  String(delivery.attempts),
  delivery.nextAt === undefined ? '' : formatDisplayTime(delivery.nextAt),
  toSafeLine(getLastError(delivery) ?? ''),
];

const toDeliveryRecord = (delivery: Delivery) => {
  const { reference, channel, state, attempts, createdAt, nextAt, history, recipients } = delivery;
  return {
    reference,
    channel,
    state,
    attempts,
    createdAt: formatIsoTime(createdAt),
    nextAt: nextAt === undefined ? null : formatIsoTime(nextAt),
    lastError: getLastError(delivery) ?? null,
    recipients,
    history: history.map((attempt) => ({ ...attempt, at: formatIsoTime(attempt.at) })),
  };
};

/** Makes the undelivered deliveries of an application due immediately. */
export async function* retry(
  store: Pick<Store, 'deliveries' | 'applications'>,
  reference: string,
): AsyncGenerator<string> {
  const application = await getApplication(store, reference);
  const retried = await store.deliveries.retry({ reference });
  if (retried.length === 0)
    throw new Error(`${application.reference}: nothing is left to deliver, or an attempt is running`);
  const held = application.files.filter(({ scan }) => scan === 'held').map(({ name }) => toSafeLine(name));
  const waits = `waits for the virus scan of ${held.join(', ')}: check CLAMD_URL with plinth doctor`;
  for (const { channel } of retried)
    yield `${application.reference}: ${channel} ${channel === 'forward' && held.length > 0 ? waits : WILL_RETRY}\n`;
}

const WILL_RETRY = 'is retried when the site runs';

/** Makes refused deliveries due immediately. */
export async function* retryRefused(
  { deliveries: outbox }: Pick<Store, 'deliveries'>,
  request: { channel?: Channel; since?: number },
  report: Report,
): AsyncGenerator<string> {
  const retried = await outbox.retry(request);
  if (retried.length === 0) report('No such delivery is refused.');
  for (const { reference, channel } of retried) yield `${reference}: ${channel} ${WILL_RETRY}\n`;
}
