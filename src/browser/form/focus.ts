import { byId } from '../dom.ts';
import { say } from './live-region.ts';

/** Returns whether the focus is in a field, where it should stay. */
export const isInField = (): boolean =>
  document.activeElement?.matches('#_form :is(input, select, textarea)') ?? false;

function focusOn(element: HTMLElement | null): boolean {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus();
  return element !== null && document.activeElement === element;
}

/** The element to focus instead of the pressed button, which the swap removes. */
const focusAfter = ({ name, value }: HTMLButtonElement): HTMLElement | null => {
  if (name === 'remove') return byId('declareFile');
  return value === 'new-code' ? byId('captcha') : null;
};

/** Places the focus after a swap, so that errors and notices are read out. */
export function placeFocus(pressed: HTMLButtonElement | null, wasInField: boolean): void {
  const problems = byId('_problems');
  if (problems) {
    focusOn(problems);
    problems.scrollIntoView();
    return;
  }
  const notice = byId('_notice');
  const isPlaced = wasInField || (pressed && focusOn(focusAfter(pressed)));
  if (isPlaced) say(notice?.textContent ?? '');
  else if (document.activeElement === document.body) focusOn(notice ?? byId('_application'));
}
