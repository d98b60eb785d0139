import type { Check } from '../check.ts';
import { axe } from './axe.ts';
import { errors, fields, status } from './form.ts';
import { keyboard } from './keyboard.ts';
import { motion, reflow, spacing, zoom } from './layout.ts';
import { language, links, markup, pictures, withoutScript } from './structure.ts';

/** Checks that run for every change of the site. The keyboard walk is last, because it leaves marks in the page. */
export const quickChecks: Record<string, Check> = { axe, reflow, keyboard };

/** All checks, by their names in `checks.tsv`. */
export const checks: Record<string, Check> = {
  'html-validate': markup,
  links,
  language,
  pictures,
  'without-script': withoutScript,
  'form-errors': errors,
  status,
  zoom,
  spacing,
  motion,
  'form-fields': fields,
  ...quickChecks,
};
