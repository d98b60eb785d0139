import type { Contact } from '../components/contact-details.model.ts';
import type { FormModel } from '../forms/application-form.model.ts';

export type ApplicationContent = {
  kind: 'application';
  open: boolean;
  title?: string;
  description?: string;
  contact?: Contact;
  name: string;
  /** The form itself, on its own page while the window is open. */
  form?: FormModel;
  /** Its own page while the window is closed: `kept` says what became of a POST's draft. */
  closed?: { kept?: string };
};
