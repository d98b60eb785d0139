import { type Language, languageFacts } from '../../i18n/languages.ts';
import { isSitePath } from '../site-paths.ts';
import { encodePart, normaliseCode, slug } from '../urls.ts';
import {
  buildSegmentKey,
  compareSort,
  type Menu,
  type MenuItem,
  type MenuRecord,
  type RecordProblem,
} from './menu.ts';
import { findLegalKind, findSectionKind } from './section-codes.ts';

/** Builds a language's menu tree from valid records; adds repairs to `problems`. */
export function buildMenu(
  records: readonly MenuRecord[],
  language: Language,
  problems: RecordProblem[],
): Menu {
  const byId = removeDuplicateIds(records, problems);
  const parents = linkParents(byId, problems);
  const roots = buildTree(byId, parents);
  const menu: Menu = {
    language,
    header: roots.filter(({ legal }) => legal === undefined),
    footer: roots.filter(({ legal }) => legal !== undefined),
    privacy: roots.find(({ legal }) => legal === 'privacy'),
    byKey: new Map(),
    byCode: new Map(),
  };
  for (const node of walkTree(roots, (siblings) => assignPaths(siblings, language, problems))) {
    menu.byKey.set(node.key, node);
    if (node.kind === 'contact') menu.contact ??= node;
    const code = normaliseCode(node.code);
    if (!menu.byCode.has(code)) menu.byCode.set(code, node);
  }
  return menu;
}

function removeDuplicateIds(
  records: readonly MenuRecord[],
  problems: RecordProblem[],
): Map<string, MenuRecord> {
  const byId = new Map<string, MenuRecord>();
  for (const record of records) {
    if (byId.has(record.id))
      problems.push({ record: record.id, problem: 'duplicate id; the first item is used' });
    else byId.set(record.id, record);
  }
  return byId;
}

/** Finds the parent of each menu item. Orphans and the item that closes a cycle have none, so they become roots. */
function linkParents(byId: Map<string, MenuRecord>, problems: RecordProblem[]): Map<string, string> {
  const parents = new Map<string, string>();
  const parentsSoFar = new Set<string>();
  for (const { id, parentId } of byId.values()) {
    if (parentId === undefined) continue;
    parentsSoFar.add(parentId);
    if (!byId.has(parentId))
      problems.push({ record: id, problem: `parent ${parentId} is missing; the item became a root` });
    else if (parentsSoFar.has(id) && closesCycle(parents, id, parentId))
      problems.push({ record: id, problem: 'cycle of parents; cut at this item' });
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

function buildTree(byId: Map<string, MenuRecord>, parents: Map<string, string>): MenuItem[] {
  const records = [...byId.values()].sort(compareSort);
  const nodes = new Map(records.map((record) => [record.id, createNode(record)]));
  const roots: MenuItem[] = [];
  for (const node of nodes.values()) {
    node.parent = nodes.get(parents.get(node.id) ?? '');
    (node.parent?.children ?? roots).push(node);
  }
  for (const root of roots) root.legal = findLegalKind(root.code);
  for (const node of nodes.values()) node.isPage ||= isAlwaysPage(node);
  return roots;
}

const isAlwaysPage = ({ children, kind, legal }: MenuItem): boolean =>
  children.length > 0 || kind === 'application' || legal !== undefined;

const createNode = ({ id, code, name, description, picUrl, haveDetail }: MenuRecord): MenuItem => ({
  id,
  code,
  name: name ?? normaliseCode(code),
  description,
  picUrl,
  kind: findSectionKind(code),
  anchor: '',
  key: '',
  path: '',
  isPage: haveDetail === true,
  isShadowed: false,
  children: [],
});

/** Walks the tree without recursion; calls `visitSiblings` once for each list of siblings, parents first. */
function* walkTree(roots: MenuItem[], visitSiblings: (siblings: MenuItem[]) => void): Generator<MenuItem> {
  visitSiblings(roots);
  const pending = roots.toReversed();
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node;
    visitSiblings(node.children);
    pending.push(...node.children.toReversed());
  }
}

function assignPaths(siblings: MenuItem[], language: Language, problems: RecordProblem[]): void {
  const usedSlugs = new Set<string>();
  const { prefix } = languageFacts[language];
  for (const node of siblings) {
    const name = createUniqueSlug(node, usedSlugs, problems);
    usedSlugs.add(name.toLowerCase());
    const { parent } = node;
    node.anchor = name;
    node.key = parent ? `${parent.key}/${buildSegmentKey(name)}` : buildSegmentKey(name);
    node.path = `${parent?.path ?? prefix}/${encodePart(name)}`;
    // An anchor needs a reachable parent page, so a child of a shadowed item becomes a page.
    node.isPage ||= parent?.isShadowed ?? false;
    node.isShadowed = isSitePath(`/${node.key}`, language);
    if (node.isShadowed) {
      problems.push({
        record: node.id,
        problem: `path ${node.path} is one of the site's own, which takes precedence`,
      });
    }
  }
}

function createUniqueSlug(node: MenuItem, taken: Set<string>, problems: RecordProblem[]): string {
  const wanted = slug(node.code);
  if (node.code !== normaliseCode(node.code))
    problems.push({ record: node.id, problem: 'white space in the code was normalised' });
  if (!wanted) problems.push({ record: node.id, problem: 'the slug of the code is empty; the id is used' });
  let name = wanted || node.id;
  if (taken.has(name.toLowerCase())) {
    problems.push({ record: node.id, problem: `slug ${name} is taken by a sibling; the id was added` });
    name = `${name}-${node.id}`;
  }
  for (let count = 2; taken.has(name.toLowerCase()); count += 1)
    name = `${wanted || node.id}-${node.id}-${count}`;
  return name;
}
