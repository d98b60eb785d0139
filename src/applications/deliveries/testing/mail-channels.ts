import { onTestFinished } from 'vitest';
import { type MailServerBehaviour, startMailServer } from '../../../../test/support/mail-server.ts';
import type { MailSettings } from '../../../config/config.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { AttemptResult, Recipients } from '../../store/applications/deliveries.ts';
import { createMailChannels, type MailChannel } from '../mail/mail.ts';
import { LANXI } from './applications.ts';

export const NEXT_STEPS = '<ol><li>We read it.</li><li>We <b>write</b> to you.</li></ol>';

const TIMEOUTS = { connectionMs: 5000, greetingMs: 2000, sendMs: 5000, replyMs: 2000 };

export const settingsFor = ({ url }: { url: string }): MailSettings => ({
  smtpUrl: url,
  from: 'site@group.example',
  to: ['one@group.example', 'two@group.example'],
});

/** Starts a real mail server on loopback. Closes it after the running test. */
export async function startServerForTest(behaviour: MailServerBehaviour = {}, options = {}) {
  const server = await startMailServer(behaviour, options);
  onTestFinished(() => server.close());
  return server;
}

const nextSteps = { html: [], text: NEXT_STEPS, removed: [], work: 0 };

type Changes = Partial<Parameters<typeof createMailChannels>[0]>;

/** Creates mail channels that are closed after the running test. */
export function createChannels(mail: MailSettings, changes: Changes = {}) {
  const { channels, close } = createMailChannels({
    mail,
    siteUrl: 'https://www.group.example',
    readerFor: () => ({ group: async () => LANXI, intake: async () => ({ enabled: true, nextSteps }) }),
    timeouts: TIMEOUTS,
    ...changes,
  });
  onTestFinished(close);
  const deliver = async (
    channel: MailChannel,
    application: SentApplication,
    signal = new AbortController().signal,
    recipients: Recipients = {},
  ): Promise<AttemptResult> => {
    const one = channels[channel];
    if (!one) throw new Error(`${channel} is not configured`);
    return one(application, { signal, recipients });
  };
  return { channels, close, deliver };
}

/** Makes one delivery attempt on a channel. */
export const deliverBy = (
  channel: MailChannel,
  mail: MailSettings,
  application: SentApplication,
  changes?: Changes,
): Promise<AttemptResult> => createChannels(mail, changes).deliver(channel, application);
