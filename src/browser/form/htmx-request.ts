import type { HtmxRequestCtx } from 'htmx.org';

/** Request context of htmx 4, with properties that its types omit. */
export type RequestContext = HtmxRequestCtx & {
  hx?: { redirect?: string; reswap?: string };
  fetch?: typeof fetch;
};

/** Returns the name of the field that a request checks, or undefined if it sends the form. */
export const checkedFieldName = ({ request }: RequestContext): string | undefined =>
  request.action?.split('?check=')[1];

export const submitterOf = ({ request }: RequestContext): HTMLButtonElement | null =>
  (request.submitter ?? null) as HTMLButtonElement | null;

/** Whether the form is submitted, by its button or by Enter. */
export const isSubmit = (submitter: HTMLElement | null): boolean =>
  !(submitter instanceof HTMLButtonElement) || (submitter.name === 'action' && submitter.value === 'submit');

export const bodyOf = ({ request }: RequestContext): FormData => request.body as FormData;

export type Task = { type: string; fragment: DocumentFragment };

/** Reduces a response to the component with this id and returns it. Returns undefined if there is none, as in an error page. */
export function componentOf(tasks: readonly Task[], id: string): Element | undefined {
  const fragment = tasks.find(({ type }) => type === 'main')?.fragment;
  const component = [...(fragment?.children ?? [])].find((child) => child.id === id);
  if (component) fragment?.replaceChildren(component);
  return component;
}
