import type { Link } from './link.model.ts';

export type PaginationModel = {
  label: string;
  status: string;
  previous?: Link;
  next?: Link;
  pages: { href?: string; text: string; label: string; current: boolean }[];
};
