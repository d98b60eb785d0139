import { DomUtils, ElementType, parseDocument } from 'htmlparser2';

export type Element = { tag: string; attributes: Record<string, string>; children: (Element | string)[] };
type Attributes = Record<string, string>;
type Nodes = ReturnType<typeof parseDocument>['children'];

/** Returns elements and texts, without comments and doctype. */
const elementsOf = (nodes: Nodes): (Element | string)[] =>
  nodes.flatMap((node): (Element | string)[] => {
    if ('attribs' in node)
      return [{ tag: node.name, attributes: node.attribs, children: elementsOf(node.children) }];
    return node.type === ElementType.Text ? [DomUtils.textContent(node)] : [];
  });

export const textOf = (element: Element | string): string =>
  typeof element === 'string' ? element : element.children.map(textOf).join('');

const matches = (element: Element, tag: string, attributes: Attributes): boolean =>
  (tag === '*' || element.tag === tag) &&
  Object.entries(attributes).every(([name, value]) => element.attributes[name] === value);

/** Returns elements with a tag (`*`: any) and the given attributes, in document order. */
export function allIn(root: Element, tag: string, attributes: Attributes = {}): Element[] {
  return root.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return [...(matches(child, tag, attributes) ? [child] : []), ...allIn(child, tag, attributes)];
  });
}

/** Returns the only element with a tag and attributes. Throws if there is none or several. */
export function oneIn(root: Element, tag: string, attributes: Attributes = {}): Element {
  const [found, ...more] = allIn(root, tag, attributes);
  if (!found || more.length > 0)
    throw new Error(`${found ? more.length + 1 : 'no'} ${tag} ${JSON.stringify(attributes)}`);
  return found;
}

const attributeOf = (elements: Element[], name: string): string | undefined => elements[0]?.attributes[name];

/** Parses a document or a fragment. */
export const readNodes = (html: string): Element => ({
  tag: '',
  attributes: {},
  children: elementsOf(parseDocument(html).children),
});

/** Parses a page and its metadata. */
export function readPage(html: string) {
  const root = readNodes(html);
  const all = (tag: string, attributes?: Attributes) => allIn(root, tag, attributes);
  const one = (tag: string, attributes?: Attributes) => oneIn(root, tag, attributes);
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

/** Returns the URL and text of every link in an element. */
export const linksIn = (element: Element): [string, string][] =>
  allIn(element, 'a').map((link) => [link.attributes.href ?? '', textOf(link)]);
