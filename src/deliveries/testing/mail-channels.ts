import { onTestFinished } from 'vitest';
import type { MailSettings } from '../../config/delivery-settings.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Outcome } from '../channel.ts';
import { createMailChannels } from '../mail/mail.ts';
import type { Sender } from '../mail/mail-group.ts';
import type { MailChannel } from '../mail/mail-message.ts';
import type { SmtpTimes } from '../mail/smtp.ts';
import { LANXI } from './applications.ts';

export const NEXT_STEPS = '<ol><li>We read it.</li><li>We <b>write</b> to you.</li></ol>';

export const TIMES: SmtpTimes = { connectionMs: 5000, greetingMs: 2000, socketMs: 2000 };

export const settingsFor = ({ url }: { url: string }): MailSettings => ({
  smtpUrl: url,
  from: 'site@group.example',
  to: ['one@group.example', 'two@group.example'],
});

/** The channels of a site for the running test. */
export function channelsFor(mail: MailSettings, group: Sender['group'] = LANXI) {
  const channels = createMailChannels({
    mail,
    siteUrl: 'https://www.group.example',
    groupOf: async () => group,
    nextStepsOf: async () => NEXT_STEPS,
    times: TIMES,
  });
  onTestFinished(() => channels.close());
  const deliver = async (
    channel: MailChannel,
    application: SentApplication,
    signal = new AbortController().signal,
  ): Promise<Outcome> => {
    const one = channels[channel];
    if (!one) throw new Error(`${channel} is not configured`);
    return one(application, { signal, onProgress: () => undefined });
  };
  return { channels, deliver };
}

/** One try of a channel. */
export const deliverBy = (
  channel: MailChannel,
  mail: MailSettings,
  application: SentApplication,
  group?: Sender['group'],
): Promise<Outcome> => channelsFor(mail, group).deliver(channel, application);
