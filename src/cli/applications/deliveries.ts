import { isoTime, shownTime } from '../../content/time.ts';
import type { Delivery } from '../../store/applications/deliveries.ts';
import type { DeliveryState } from '../../store/engine/tables.ts';
import type { Store } from '../../store/index.ts';
import type { Tell } from './print.ts';
import { tableOf } from './table.ts';
import { visibleLine } from './terminal.ts';

const HEADINGS = ['Reference', 'Channel', 'State', 'Attempts', 'Next try (Asia/Shanghai)', 'Last error'];

type Wish = { state?: DeliveryState; format: 'table' | 'json' };

/** What is delivered, waits or was refused, a line a channel of an application, the oldest application's first. */
export async function* deliveries(
  store: Pick<Store, 'deliveries'>,
  { state, format }: Wish,
  report: Tell,
): AsyncGenerator<string> {
  const found = await store.deliveries.list({ state });
  if (format === 'json') {
    yield `${JSON.stringify(found.map(recordOf), null, 2)}\n`;
    return;
  }
  if (found.length === 0) report(state === undefined ? 'No deliveries yet.' : `No delivery is ${state}.`);
  else yield* tableOf([HEADINGS, ...found.map(rowOf)]);
}

const errorOf = ({ history }: Delivery): string | undefined => history.at(-1)?.error;

const rowOf = (delivery: Delivery): string[] => [
  delivery.reference,
  delivery.channel,
  delivery.state,
  String(delivery.attempts),
  delivery.nextAt === undefined ? '' : shownTime(delivery.nextAt),
  visibleLine(errorOf(delivery) ?? ''),
];

const recordOf = (delivery: Delivery) => {
  const { reference, channel, state, attempts, createdAt, nextAt, history } = delivery;
  return {
    reference,
    channel,
    state,
    attempts,
    createdAt: isoTime(createdAt),
    nextAt: nextAt === undefined ? null : isoTime(nextAt),
    lastError: errorOf(delivery) ?? null,
    history: history.map((attempt) => ({ ...attempt, at: isoTime(attempt.at) })),
  };
};

/** Makes an application's deliveries due at once that are not delivered yet. Throws where there is none. */
export async function* retry(
  { deliveries: outbox, applications }: Pick<Store, 'deliveries' | 'applications'>,
  reference: string,
): AsyncGenerator<string> {
  if (!(await applications.get(reference)))
    throw new Error(`no application has the reference number ${reference.trim()}`);
  const channels = await outbox.retry(reference);
  if (channels.length === 0)
    throw new Error(`${reference.trim()}: nothing is left to deliver, or it is being tried now`);
  for (const channel of channels)
    yield `${reference.trim().toUpperCase()}: ${channel} is tried as soon as the site runs\n`;
}
