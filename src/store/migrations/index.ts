import type { Migration } from 'kysely/migration';
import * as applicationForm from './001-application-form.ts';
import * as limits from './002-limits.ts';
import * as scans from './003-scans.ts';
import * as deliveries from './004-deliveries.ts';
import * as resumableUploads from './005-resumable-uploads.ts';
import * as draftsByKey from './006-drafts-by-key.ts';
import * as deliveryRecipients from './007-delivery-recipients.ts';
import * as removalReasons from './008-removal-reasons.ts';

/** All migrations in order. Never change a released one; add another. */
export const migrations: Record<string, Migration> = {
  '001-application-form': applicationForm,
  '002-limits': limits,
  '003-scans': scans,
  '004-deliveries': deliveries,
  '005-resumable-uploads': resumableUploads,
  '006-drafts-by-key': draftsByKey,
  '007-delivery-recipients': deliveryRecipients,
  '008-removal-reasons': removalReasons,
};
