import type { MailModel } from '../../../views/mail/mail.model.ts';
import { plainLines } from '../../content/text/plain-text.ts';
import { texts as textsOf, translate } from '../../i18n/set-up.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { groupEmail, linksOf, type Sender } from './mail-group.ts';
import { factsOf, row } from './mail-rows.ts';

/**
 * Receipt for the applicant. It repeats nothing that was typed and no file name, because anybody may type somebody else's address.
 * `nextSteps` is the group's own HTML.
 */
export function receiptMail(application: SentApplication, sender: Sender, nextSteps?: string): MailModel {
  const { language, files } = application;
  const texts = textsOf(language);
  const email = groupEmail(sender);
  return {
    language,
    group: sender.group.name,
    title: texts.submissionSuccessful,
    lead: [texts.sentLead],
    facts: [...factsOf(application), row(texts.mailFileCount, `${files.length}`)],
    steps: {
      heading: texts.nextSteps,
      sentences: nextSteps === undefined ? [texts.nextStepsText] : plainLines(nextSteps),
    },
    closing: email === undefined ? [] : [translate(language, 'mailMistake', { email })],
    links: linksOf(sender, language),
  };
}
