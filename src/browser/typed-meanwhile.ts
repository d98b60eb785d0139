import { textFields } from '../application/fields.ts';
import { applicationForm } from './dom.ts';

type Typed = { name: string; value: string };

const controlOf = (name: string) =>
  applicationForm()?.elements.namedItem(name) as HTMLInputElement | null | undefined;

/** What was typed since the form was sent: its answer holds the older text. */
export const typedSince = (sent: FormData): Typed[] =>
  textFields
    .map((name) => ({ name, value: controlOf(name)?.value ?? '' }))
    .filter(({ name, value }) => value !== sent.get(name));

export function typeAgain(typed: readonly Typed[]): void {
  for (const { name, value } of typed) {
    const control = controlOf(name);
    if (control) control.value = value;
  }
}
