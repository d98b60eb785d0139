export const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** The application form where the page has it: every swap puts another in its place. */
export const applicationForm = (): HTMLFormElement | null =>
  document.querySelector<HTMLFormElement>('form#_form');

/** The button that is seen: the last one, not the one at the top that makes Enter submit. */
export const submitButton = (): HTMLButtonElement | undefined =>
  [...document.querySelectorAll<HTMLButtonElement>('#_form button[name="action"][value="submit"]')].at(-1);

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export const isFocused = (element: Element | null): boolean =>
  element?.contains(document.activeElement) ?? false;
