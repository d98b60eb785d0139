import { applicationForm } from './dom.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Typed = Pick<Control, 'name' | 'value'>;

/** The text fields: those that are checked when they are left. */
const controls = (): Control[] => [
  ...(applicationForm()?.querySelectorAll<Control>('[hx-vals] [name]') ?? []),
];

/** What was typed since the form was sent: its answer holds the older text. */
export const typedSince = (sent: FormData): Typed[] =>
  controls()
    .filter(({ name, value }) => value !== sent.get(name))
    .map(({ name, value }) => ({ name, value }));

export function typeAgain(typed: readonly Typed[]): void {
  for (const control of controls()) {
    const late = typed.find(({ name }) => name === control.name);
    if (late) control.value = late.value;
  }
}
