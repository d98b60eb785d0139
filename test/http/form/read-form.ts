import { allIn, type Element, readPage, textOf } from '../../support/html.ts';

const ids = (element: Element | undefined): string[] =>
  (element?.attributes['aria-describedby'] ?? '').split(' ').filter(Boolean);

const CONTROLS = ['input', 'select', 'textarea', 'p'];

/** Returns all elements of a page with this id. */
export const byId = (root: Element, id: string): Element[] => allIn(root, '*', { id });

/** Finds the control of a field or its replacement. */
export const controlOf = (main: Element, name: string): Element | undefined =>
  byId(main, name).find(({ tag }) => CONTROLS.includes(tag));

/** Returns the error of a field as shown and as described by its control. */
export function faultAt({ main }: { main: Element }, name: string) {
  const control = controlOf(main, name);
  const described = ids(control).map((id) => byId(main, id)[0]);
  return {
    isInvalid: control?.attributes['aria-invalid'] === 'true',
    seen: byId(main, `${name}-problem`)
      .flatMap((problem) => [problem, ...allIn(problem, 'p')])
      .filter(({ attributes }) => attributes.class === 'field-problem')
      .map(textOf),
    heard: described.map((element) => element && textOf(element)).join(' '),
    hasLooseDescription: described.includes(undefined),
  };
}

/** Returns the names of the files that the form lists. */
export const filesShown = ({ main }: { main: Element }): string[] =>
  byId(main, '_files')
    .flatMap((list) => allIn(list, 'bdi', { class: 'file-name' }))
    .map(textOf);

/** Returns the errors of one field from the links of the summary. */
export const problemsWith = ({ main }: { main: Element }, name: string): string[] =>
  summaryLinks(main)
    .filter(({ href }) => href === `#${name}`)
    .map(({ text }) => text);

/** Returns the links of the error summary in order. */
export const summaryLinks = (main: Element): { href: string; text: string }[] =>
  byId(main, '_problems')
    .flatMap((summary) => allIn(summary, 'a'))
    .map((link) => ({ href: link.attributes.href ?? '', text: textOf(link) }));

/** Parses a fragment like a page. */
export function readFragment(html: string) {
  const title = html.includes('<title') ? '' : '<title></title>';
  return readPage(`<html><body>${title}<h1></h1><main>${html}</main></body></html>`);
}

const START = '<div class="application-form" id="_application">';

/** Returns the HTML of the form's component. */
export function componentOf(html: string): string {
  const start = html.indexOf(START);
  if (start < 0) throw new Error('no form component');
  let depth = 0;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<div\b|<\/div>/gu)) {
    depth += tag === '</div>' ? -1 : 1;
    if (depth === 0) return html.slice(start, start + index + tag.length);
  }
  throw new Error('the form component does not end');
}
