import type { HtmxRequestCtx } from 'htmx.org';

/** What htmx 4 has of a request, with the parts that its own types leave out. */
export type RequestContext = HtmxRequestCtx & {
  hx?: { redirect?: string };
  fetch?: typeof fetch;
};

/** The name of the field that a request checks; undefined if it sends the form. */
export const checkedField = ({ request }: RequestContext): string | undefined =>
  request.action?.split('?check=')[1];

/** The button that sent the form, or the one that Enter stands for. */
export const submitterOf = ({ request }: RequestContext): HTMLButtonElement | null =>
  (request.submitter ?? null) as HTMLButtonElement | null;

/** Only a button says that it does something else. */
export const isSubmit = (submitter: HTMLElement | null): boolean =>
  !(submitter instanceof HTMLButtonElement) || (submitter.name === 'action' && submitter.value === 'submit');

/** What is sent: htmx has it as form data until it goes out. */
export const bodyOf = ({ request }: RequestContext): FormData => request.body as FormData;

export type Task = { type: string; fragment: DocumentFragment };

/** The part of an answer that may be swapped in; nothing where the answer is something else, an error page say. */
export function componentOf(tasks: readonly Task[], id: string): Element | undefined {
  const fragment = tasks.find(({ type }) => type === 'main')?.fragment;
  const component = [...(fragment?.children ?? [])].find((child) => child.id === id);
  if (component) fragment?.replaceChildren(component);
  return component;
}
