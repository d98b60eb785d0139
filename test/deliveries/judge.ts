import { recordOf } from '../../src/deliveries/forward/application-record.ts';
import type { Channel } from '../../src/store/engine/tables.ts';
import { openStore, type StoreLocation } from '../../src/store/index.ts';
import type { startRoughMailServer } from './rough-mail-server.ts';
import type { startRoughReceiver } from './rough-receiver.ts';

type Ends = {
  receiver: Awaited<ReturnType<typeof startRoughReceiver>>;
  mails: Awaited<ReturnType<typeof startRoughMailServer>>;
  groupAddress: string;
  kills: number;
};

/** What the receivers have, beside what the sites were sent: an application each, whole, and a mail to each of two. */
export async function judge(
  { dataDir, ...options }: StoreLocation,
  { receiver, mails, groupAddress, kills }: Ends,
) {
  const store = await openStore(dataDir, undefined, options);
  const faults = [...receiver.faults];
  let applications = 0;
  for await (const application of store.applications.all()) {
    applications += 1;
    const { reference, fields } = application;
    const own = receiver.taken.get(reference);
    const sent = JSON.stringify(recordOf(application));
    if (!own) faults.push(`${reference} was not forwarded`);
    else if (JSON.stringify(own.record) !== sent) faults.push(`${reference} was forwarded otherwise`);
    else if (application.files.map(({ sha256 }) => sha256).join() !== own.sha256.join())
      faults.push(`${reference}: a file is not the one that was sent`);
    const owed = new Set((await store.deliveries.list({ reference })).map(({ channel }) => channel));
    if (!owed.has('mail-group')) faults.push(`${reference} has no notice`);
    const addresses = { 'mail-group': groupAddress, 'mail-applicant': fields.contactEmail } as const;
    for (const [channel, address] of Object.entries(addresses)) {
      // Beyond the limits of a day there is no receipt.
      if (!owed.has(channel as Channel)) continue;
      const mail = [...mails.kept.keys()].find((key) =>
        key.startsWith(`${address} <${reference}.${channel}@`),
      );
      if (mail === undefined) faults.push(`${reference}: no mail to ${address}`);
    }
  }
  for (const { reference, channel, state } of await store.deliveries.list())
    if (state !== 'delivered') faults.push(`${reference}: ${channel} is ${state}`);
  await store.close();
  if (receiver.taken.size !== applications)
    faults.push(`${receiver.taken.size} were forwarded of ${applications}`);
  const { posts, failures } = receiver.counts;
  if (posts > applications + failures + kills)
    faults.push(`${posts} POSTs for ${applications} applications, ${failures} failures and ${kills} kills`);
  const doubled = [...mails.kept.values()].reduce((sum, count) => sum + count - 1, 0);
  if (doubled > mails.counts.lost + kills)
    faults.push(`${doubled} mails came twice, after ${mails.counts.lost} lost answers and ${kills} kills`);
  return { applications, faults, doubled };
}
