import type { Site } from '../../support/site.ts';
import { draftIdOf, type Visitor } from './form-site.ts';

const MINUTE_MS = 60_000;

/** The code that this visitor's draft asks for now; null where it asks for none. */
export async function codeOf(site: Site, client: Visitor): Promise<string | null> {
  const draft = await site.store.drafts.get(await draftIdOf(site, client));
  return draft?.captcha ?? null;
}

/** Gives the visitor's draft a code of the test's own; `lifeMs` may be less than nothing. */
export async function setCode(site: Site, client: Visitor, captcha: string, lifeMs = 10 * MINUTE_MS) {
  const id = await draftIdOf(site, client);
  await site.store.drafts.setCaptcha(id, { captcha, expiresAt: Date.now() + lifeMs });
}
