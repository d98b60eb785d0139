import { DomUtils, ElementType, parseDocument } from 'htmlparser2';

export type Element = { tag: string; attributes: Record<string, string>; children: (Element | string)[] };
type Where = Record<string, string>;
type Nodes = ReturnType<typeof parseDocument>['children'];

/** What readers and machines see of a document: no comments, no doctype. */
const elementsOf = (nodes: Nodes): (Element | string)[] =>
  nodes.flatMap((node): (Element | string)[] => {
    if ('attribs' in node)
      return [{ tag: node.name, attributes: node.attribs, children: elementsOf(node.children) }];
    return node.type === ElementType.Text ? [DomUtils.textContent(node)] : [];
  });

export const textOf = (element: Element | string): string =>
  typeof element === 'string' ? element : element.children.map(textOf).join('');

const matches = (element: Element, tag: string, where: Where): boolean =>
  (tag === '*' || element.tag === tag) &&
  Object.entries(where).every(([name, value]) => element.attributes[name] === value);

/** All elements of a tag, `*` for any, with the given attributes, in the order of the document. */
export function allIn(root: Element, tag: string, where: Where = {}): Element[] {
  return root.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return [...(matches(child, tag, where) ? [child] : []), ...allIn(child, tag, where)];
  });
}

/** The one element of a tag with the given attributes. */
export function oneIn(root: Element, tag: string, where: Where = {}): Element {
  const [found, ...more] = allIn(root, tag, where);
  if (!found || more.length > 0)
    throw new Error(`${found ? more.length + 1 : 'no'} ${tag} ${JSON.stringify(where)}`);
  return found;
}

const attributeOf = (elements: Element[], name: string): string | undefined => elements[0]?.attributes[name];

/** All of a document, or of a part of one. */
export const readNodes = (html: string): Element => ({
  tag: '',
  attributes: {},
  children: elementsOf(parseDocument(html).children),
});

/** A page as its readers and machines see it. */
export function readPage(html: string) {
  const root = readNodes(html);
  const all = (tag: string, where?: Where) => allIn(root, tag, where);
  const one = (tag: string, where?: Where) => oneIn(root, tag, where);
  const hrefs = (within: Element = root) => allIn(within, 'a').map(({ attributes }) => attributes.href ?? '');
  return {
    all,
    one,
    hrefs,
    lang: one('html').attributes.lang,
    title: textOf(one('title')),
    heading: textOf(one('h1')),
    main: one('main'),
    mainText: textOf(one('main')),
    meta: (name: string) => attributeOf(all('meta', { name }), 'content'),
    property: (property: string) => attributeOf(all('meta', { property }), 'content'),
    canonical: attributeOf(all('link', { rel: 'canonical' }), 'href'),
    alternates: Object.fromEntries(
      all('link', { rel: 'alternate' })
        .filter(({ attributes }) => attributes.hreflang)
        .map(({ attributes }) => [attributes.hreflang, attributes.href]),
    ),
    switchHref: attributeOf(all('a', { class: 'switch' }), 'href'),
    menu: all('nav', { class: 'menu-items' })[0],
    jsonLd: all('script', { type: 'application/ld+json' }).map(
      (script) => JSON.parse(script.children.join('')) as Record<string, unknown>,
    ),
  };
}

export type ReadPage = ReturnType<typeof readPage>;

/** The text of every link by its address, within an element. */
export const linksIn = (element: Element): [string, string][] =>
  allIn(element, 'a').map((link) => [link.attributes.href ?? '', textOf(link)]);
