export const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** Returns the application form, which every swap replaces. */
export const applicationForm = (): HTMLFormElement | null =>
  document.querySelector<HTMLFormElement>('form#_form');

/** Returns the value of a hidden input of the form. */
export const hiddenValue = (name: string): string =>
  document.querySelector<HTMLInputElement>(`#_form [name="${name}"]`)?.value ?? '';

/** Whether the visitor has changed an input in the part of the page that matches the selector. */
export const hasInput = (part: string): boolean =>
  [...document.querySelectorAll<HTMLInputElement & HTMLOptionElement>(`${part} [name], ${part} option`)].some(
    ({ value, defaultValue = value, selected, defaultSelected }) =>
      value !== defaultValue || selected !== defaultSelected,
  );

/** Returns the visible submit button. The first one is hidden and makes Enter submit. */
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
