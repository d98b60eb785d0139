import type { BackendPath } from '../../src/content/backend/client.ts';
import { readRecord } from '../../src/content/backend/parsers.ts';
import { createFields, createSchemas } from '../../src/content/backend/schemas.ts';
import { buildMenu } from '../../src/content/menu/build-menu.ts';
import { flattenMenu } from '../../src/content/menu/menu.ts';
import { passThroughSanitizer } from '../../src/content-folder/check-file.ts';
import { backendSections } from '../../src/site/sections/definitions.ts';

/** Section kinds with their own path in the contract. */
export type BackendKind = keyof typeof backendSections;
export const backendKinds = Object.keys(backendSections) as BackendKind[];

export const sectionPaths = Object.fromEntries(
  backendKinds.map((kind) => [kind, backendSections[kind].path]),
) as Record<BackendKind, BackendPath>;

const { menuItem } = createSchemas(createFields(passThroughSanitizer));

/** Returns the paths of the pages with each kind of section in a menu response, without the language prefix. */
export function sectionPages(items: readonly unknown[]): Record<BackendKind, string> {
  const records = flattenMenu([...items], (item) => readRecord(menuItem, item, []));
  const nodes = [...buildMenu(records, 'zh', []).byKey.values()];
  const pathOf = (wanted: BackendKind): string => {
    const node = nodes.find(({ kind }) => kind === wanted);
    const page = node?.isPage ? node : node?.parent;
    if (!page) throw new Error(`no item of the menu shows ${wanted}`);
    return page.path;
  };
  return Object.fromEntries(backendKinds.map((kind) => [kind, pathOf(kind)])) as Record<BackendKind, string>;
}
