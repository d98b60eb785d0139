import type { HtmxRequestCtx } from 'htmx.org';

export const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** Every swap replaces the form. */
export const applicationForm = (): HTMLFormElement | null =>
  document.querySelector<HTMLFormElement>('form#_form');

export const hiddenValue = (name: string): string =>
  document.querySelector<HTMLInputElement>(`#_form [name="${name}"]`)?.value ?? '';

/** Whether the visitor has changed an input below a selector. */
export const hasInput = (selector: string): boolean =>
  [
    ...document.querySelectorAll<HTMLInputElement & HTMLOptionElement>(
      `${selector} [name], ${selector} option`,
    ),
  ].some(
    ({ value, defaultValue = value, selected, defaultSelected }) =>
      value !== defaultValue || selected !== defaultSelected,
  );

/** The first submit button is hidden and makes Enter submit. */
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

/** Returns the form's fields without files and the captcha, whose code can be answered only once. */
export function textFieldsOf(form: HTMLFormElement): FormData {
  const body = new FormData(form);
  for (const name of ['declareFile', 'captcha', 'sealedCode']) body.delete(name);
  return body;
}

export const isFocused = (element: Element | null): boolean =>
  element?.contains(document.activeElement) ?? false;

/** Request properties that htmx's types omit. */
export type RequestContext = HtmxRequestCtx & {
  hx?: { redirect?: string; reswap?: string };
  fetch?: typeof fetch;
};

/** Returns the field that a request checks, or undefined if it sends the form. */
export const checkedFieldName = ({ request }: RequestContext): string | undefined =>
  request.action?.split('?check=')[1];

export const submitterOf = ({ request }: RequestContext): HTMLButtonElement | null =>
  (request.submitter ?? null) as HTMLButtonElement | null;

/** Whether the form is submitted, by its button or by Enter. */
export const isSubmit = (submitter: HTMLElement | null): boolean =>
  !(submitter instanceof HTMLButtonElement) || (submitter.name === 'action' && submitter.value === 'submit');

export const bodyOf = ({ request }: RequestContext): FormData => request.body as FormData;

export type Task = { type: string; fragment: DocumentFragment };

/** Reduces a response to the component with this id. Returns undefined if there is none, as in an error page. */
export function componentOf(tasks: readonly Task[], id: string): Element | undefined {
  const fragment = tasks.find(({ type }) => type === 'main')?.fragment;
  const component = [...(fragment?.children ?? [])].find((child) => child.id === id);
  if (component) fragment?.replaceChildren(component);
  return component;
}
