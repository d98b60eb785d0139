import type { MailLink } from '../../../views/mail/mail.model.ts';
import type { Group } from '../../backend/schemas.ts';
import { isEmail } from '../../form/rules/field-schemas.ts';
import { homePath, type Language } from '../../i18n/languages.ts';

/** Who writes: the group as the content backend names it in the mail's language, and the site's origin. */
export type Sender = { group: Pick<Group, 'name' | 'email'>; siteUrl: string };

/** The group's mail address; undefined where an editor wrote none, or more than one address. */
export function groupEmail({ group }: Sender): string | undefined {
  const email = group.email?.trim();
  return email !== undefined && isEmail(email) ? email : undefined;
}

/** A mail address as a link; its characters mean nothing else there (RFC 6068, section 2). */
export const mailtoHref = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}`;

export function linksOf(sender: Sender, language: Language): MailLink[] {
  const home = homePath(language);
  const site = `${sender.siteUrl}${home === '/' ? '' : home}`;
  const email = groupEmail(sender);
  const links = [{ text: site, href: site }];
  return email === undefined ? links : [...links, { text: email, href: mailtoHref(email) }];
}
