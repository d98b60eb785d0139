export const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** The application form. Every swap replaces it. */
export const applicationForm = (): HTMLFormElement | null =>
  document.querySelector<HTMLFormElement>('form#_form');

/** Value of a hidden input of the form. */
export const hiddenValue = (name: string): string =>
  document.querySelector<HTMLInputElement>(`#_form [name="${name}"]`)?.value ?? '';

/** Whether something is typed, chosen or picked in a part of the page that it did not come with. */
export const hasInput = (part: string): boolean =>
  [...document.querySelectorAll<HTMLInputElement & HTMLOptionElement>(`${part} [name], ${part} option`)].some(
    ({ value, defaultValue = value, selected, defaultSelected }) =>
      value !== defaultValue || selected !== defaultSelected,
  );

/** The visible submit button: the first one is hidden and makes Enter submit. */
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
