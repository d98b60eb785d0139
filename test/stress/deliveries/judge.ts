import { recordOf } from '../../../src/applications/deliveries/forward/application-record.ts';
import type { Channel } from '../../../src/applications/store/engine/tables.ts';
import { openStore, type StoreLocation } from '../../../src/applications/store/index.ts';
import type { startFlakyMailServer } from './flaky-mail-server.ts';
import type { startFlakyReceiver } from './flaky-receiver.ts';

type Receivers = {
  receiver: Awaited<ReturnType<typeof startFlakyReceiver>>;
  mails: Awaited<ReturnType<typeof startFlakyMailServer>>;
  groupAddress: string;
  kills: number;
};

/** Checks that each stored application was forwarded once and complete, with a notice and a receipt. */
export async function judge(
  { dataDir, ...options }: StoreLocation,
  { receiver, mails, groupAddress, kills }: Receivers,
) {
  const store = await openStore(dataDir, undefined, options);
  const faults = [...receiver.faults];
  let applications = 0;
  for await (const application of store.applications.all()) {
    applications += 1;
    const { reference, fields } = application;
    const own = receiver.accepted.get(reference);
    const sent = JSON.stringify(recordOf(application));
    if (!own) faults.push(`${reference} was not forwarded`);
    else if (JSON.stringify(own.record) !== sent)
      faults.push(`${reference} was forwarded with other content`);
    else if (application.files.map(({ sha256 }) => sha256).join() !== own.sha256.join())
      faults.push(`${reference}: a file has other content`);
    const expected = new Set((await store.deliveries.list({ reference })).map(({ channel }) => channel));
    if (!expected.has('mail-group')) faults.push(`${reference} has no notice`);
    const addresses = { 'mail-group': groupAddress, 'mail-applicant': fields.contactEmail } as const;
    for (const [channel, address] of Object.entries(addresses)) {
      // Receipts beyond the daily limits are not sent.
      if (!expected.has(channel as Channel)) continue;
      const mail = [...mails.accepted.keys()].find((key) =>
        key.startsWith(`${address} <${reference}.${channel}@`),
      );
      if (mail === undefined) faults.push(`${reference}: no mail to ${address}`);
    }
  }
  for (const { reference, channel, state } of await store.deliveries.list())
    if (state !== 'delivered') faults.push(`${reference}: ${channel} is ${state}`);
  await store.close();
  if (receiver.accepted.size !== applications)
    faults.push(`${receiver.accepted.size} were forwarded of ${applications}`);
  const { posts, failures } = receiver.counts;
  if (posts > applications + failures + kills)
    faults.push(`${posts} POSTs for ${applications} applications, ${failures} failures and ${kills} kills`);
  const duplicates = [...mails.accepted.values()].reduce((sum, count) => sum + count - 1, 0);
  if (duplicates > mails.counts.lost + kills)
    faults.push(`${duplicates} duplicate mails, after ${mails.counts.lost} lost replies and ${kills} kills`);
  return { applications, faults, duplicates };
}
