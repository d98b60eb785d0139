import type { Values } from '../../src/application/fields.ts';
import type { FormFile } from '../forms/file-list.model.ts';

export type ReceiptContent = { kind: 'receipt'; receipt: ReceiptModel };

export type ReceiptModel = {
  reference: string;
  /** All that only the session which sent the application may see. */
  sent?: {
    /** ISO time, and as people read it. */
    at: { iso: string; text: string };
    values: Values;
    files: FormFile[];
  };
  /** The form's own page, for another application. */
  formHref: string;
};
