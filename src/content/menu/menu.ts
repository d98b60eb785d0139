import { type Language, languageFacts } from '../../i18n/languages.ts';
import { isFixedAddress } from './fixed-addresses.ts';
import { inOrder, type MenuRecord, type RecordProblem } from './menu-items.ts';
import { type LegalKind, legalKind, type SectionKind, sectionKind } from './sections.ts';
import { encodePart, normaliseCode, slug } from './slug.ts';

export type MenuNode = Pick<MenuRecord, 'id' | 'code' | 'description' | 'picUrl'> & {
  name: string;
  kind: SectionKind;
  /** Of a root that stands in the footer. */
  legal?: LegalKind;
  /** The `id` of the item's section, where it is shown as one. */
  anchor: string;
  /** The key of the path: lower-cased, encoded, without the language prefix: `about-us/leadership`. */
  key: string;
  /** The encoded path, with the language prefix. */
  path: string;
  /**
   * False: the item is only an anchor on its parent's page. The application form, what has children, and what stands in the footer
   * is always a page: a notice must be readable, whatever `haveDetail` says.
   */
  isPage: boolean;
  /** The path is also a fixed address of the site, which wins. */
  isShadowed: boolean;
  parent?: MenuNode;
  children: MenuNode[];
};

export type Menu = {
  language: Language;
  roots: MenuNode[];
  /** The roots that stand in the header, and those that stand in the footer instead. */
  header: MenuNode[];
  footer: MenuNode[];
  byKey: Map<string, MenuNode>;
  /** By normalised code; the first item of a code keeps it. */
  byCode: Map<string, MenuNode>;
  /** The first item that shows how to reach the group. */
  contact?: MenuNode;
  /** The first root that is a privacy notice. */
  privacy?: MenuNode;
};

const segmentKey = (segment: string): string => encodePart(segment.toLowerCase());

/** The key of decoded path segments. */
export const pathKey = (segments: readonly string[]): string => segments.map(segmentKey).join('/');

/** The item of a code, however its white space is written. */
export const nodeByCode = (menu: Menu, code: string | undefined): MenuNode | undefined =>
  code === undefined ? undefined : menu.byCode.get(normaliseCode(code));

/** An item and its parents, up to the root. */
export function ancestorsOf(node: MenuNode | undefined): MenuNode[] {
  const line: MenuNode[] = [];
  for (let above = node; above; above = above.parent) line.push(above);
  return line;
}

/** Builds the tree of a language from checked records; what was mended on the way is added to `problems`. */
export function buildMenu(
  records: readonly MenuRecord[],
  language: Language,
  problems: RecordProblem[],
): Menu {
  const byId = firstOfEachId(records, problems);
  const parents = linkParents(byId, problems);
  const roots = growTree(byId, parents);
  const menu: Menu = { language, roots, ...placesOf(roots), byKey: new Map(), byCode: new Map() };
  for (const node of inMenuOrder(roots, (siblings) => nameSiblings(siblings, language, problems))) {
    menu.byKey.set(node.key, node);
    if (node.kind === 'contact') menu.contact ??= node;
    const code = normaliseCode(node.code);
    if (!menu.byCode.has(code)) menu.byCode.set(code, node);
  }
  return menu;
}

function placesOf(roots: MenuNode[]): Pick<Menu, 'header' | 'footer' | 'privacy'> {
  return {
    header: roots.filter(({ legal }) => legal === undefined),
    footer: roots.filter(({ legal }) => legal !== undefined),
    privacy: roots.find(({ legal }) => legal === 'privacy'),
  };
}

function firstOfEachId(records: readonly MenuRecord[], problems: RecordProblem[]): Map<string, MenuRecord> {
  const byId = new Map<string, MenuRecord>();
  for (const record of records) {
    if (byId.has(record.id))
      problems.push({ record: record.id, problem: 'id stands twice; the first item keeps it' });
    else byId.set(record.id, record);
  }
  return byId;
}

/** The parent of each item; orphans and the link that closes a cycle get none, which makes them roots. */
function linkParents(byId: Map<string, MenuRecord>, problems: RecordProblem[]): Map<string, string> {
  const parents = new Map<string, string>();
  const parentsSoFar = new Set<string>();
  for (const { id, parentId } of byId.values()) {
    if (parentId === undefined) continue;
    parentsSoFar.add(parentId);
    if (!byId.has(parentId))
      problems.push({ record: id, problem: `parent ${parentId} is missing; item became a root` });
    else if (parentsSoFar.has(id) && closesCycle(parents, id, parentId))
      problems.push({ record: id, problem: 'cycle of parents; cut here' });
    else parents.set(id, parentId);
  }
  return parents;
}

function closesCycle(parents: Map<string, string>, id: string, parentId: string): boolean {
  for (let above: string | undefined = parentId; above !== undefined; above = parents.get(above)) {
    if (above === id) return true;
  }
  return false;
}

function growTree(byId: Map<string, MenuRecord>, parents: Map<string, string>): MenuNode[] {
  const records = [...byId.values()].sort(inOrder);
  const nodes = new Map(records.map((record) => [record.id, seedling(record)]));
  const roots: MenuNode[] = [];
  for (const node of nodes.values()) {
    node.parent = nodes.get(parents.get(node.id) ?? '');
    (node.parent?.children ?? roots).push(node);
  }
  for (const root of roots) root.legal = legalKind(root.code);
  for (const node of nodes.values()) node.isPage ||= isAlwaysPage(node);
  return roots;
}

const isAlwaysPage = ({ children, kind, legal }: MenuNode): boolean =>
  children.length > 0 || kind === 'application' || legal !== undefined;

const seedling = ({ id, code, name, description, picUrl, haveDetail }: MenuRecord): MenuNode => ({
  id,
  code,
  name: name ?? normaliseCode(code),
  description,
  picUrl,
  kind: sectionKind(code),
  anchor: '',
  key: '',
  path: '',
  isPage: haveDetail,
  isShadowed: false,
  children: [],
});

/** Walks the tree without recursion; `visitSiblings` runs once for each list of siblings, parents first. */
function* inMenuOrder(roots: MenuNode[], visitSiblings: (siblings: MenuNode[]) => void): Generator<MenuNode> {
  visitSiblings(roots);
  const waiting = roots.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    visitSiblings(node.children);
    waiting.push(...node.children.toReversed());
  }
}

function nameSiblings(siblings: MenuNode[], language: Language, problems: RecordProblem[]): void {
  const taken = new Set<string>();
  const { prefix } = languageFacts[language];
  for (const node of siblings) {
    const name = freeName(node, taken, problems);
    taken.add(name.toLowerCase());
    const { parent } = node;
    node.anchor = name;
    node.key = parent ? `${parent.key}/${segmentKey(name)}` : segmentKey(name);
    node.path = `${parent?.path ?? prefix}/${encodePart(name)}`;
    // What is only an anchor needs a parent whose page can be seen.
    node.isPage ||= parent?.isShadowed ?? false;
    node.isShadowed = isShallow(node) && isFixedAddress(node.key, prefix !== '');
    if (node.isShadowed) {
      problems.push({ record: node.id, problem: `path ${node.path} is an address of the site, which wins` });
    }
  }
}

/** No address of the site has more than three parts. */
const isShallow = (node: MenuNode): boolean => !node.parent?.parent?.parent;

function freeName(node: MenuNode, taken: Set<string>, problems: RecordProblem[]): string {
  const wanted = slug(node.code);
  if (node.code !== normaliseCode(node.code))
    problems.push({ record: node.id, problem: 'white space in the code counts as a space' });
  if (!wanted) problems.push({ record: node.id, problem: 'code has an empty slug; the id stands in' });
  let name = wanted || node.id;
  if (taken.has(name.toLowerCase())) {
    problems.push({ record: node.id, problem: `slug ${name} is taken by a sibling; the id was added` });
    name = `${name}-${node.id}`;
  }
  for (let count = 2; taken.has(name.toLowerCase()); count += 1)
    name = `${wanted || node.id}-${node.id}-${count}`;
  return name;
}
