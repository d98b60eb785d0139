import type { Link } from '../components/link.model.ts';

export type ErrorBody = {
  kind: 'error';
  picture: '404' | '500';
  text: string;
  hint: string;
  action: Link;
  /** The number to quote, in a sentence. */
  quote?: string;
};
