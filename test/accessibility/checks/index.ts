import type { Check } from '../check.ts';
import { axe } from './axe.ts';
import { errors, fields, status } from './form.ts';
import { keyboard } from './keyboard.ts';
import { motion, reflow, spacing, zoom } from './layout.ts';
import { pictures } from './pictures.ts';
import { language, links, markup, withoutScript } from './structure.ts';
import { whole } from './whole.ts';

/** The keyboard walk leaves marks in the page: it is last. */
export const checks: readonly Check[] = [
  whole,
  markup,
  links,
  language,
  pictures,
  withoutScript,
  errors,
  status,
  axe,
  reflow,
  zoom,
  spacing,
  motion,
  fields,
  keyboard,
];

/** Checks that every change of the site runs. */
export const quickChecks: readonly Check[] = [axe, reflow, keyboard];
