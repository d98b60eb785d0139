import type { Page as BrowserPage, CDPSession } from 'playwright';
import { GENERATED, type Page } from './reader/page.ts';

type Generated = keyof typeof GENERATED;

/** Reads what a page shows inside an element. `reader` is the bundle of `reader/read-page.ts`. */
export async function readShown(page: BrowserPage, selector: string, reader: string): Promise<Page> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
    for (const one of document.querySelectorAll('img')) one.loading = 'eager';
    return Promise.allSettled([...document.images].map((image) => image.decode()));
  });
  const session = await page.context().newCDPSession(page);
  await markGenerated(session);
  await session.detach();
  await page.evaluate(reader);
  return page
    .locator(selector)
    .first()
    .evaluate((root) => (globalThis as unknown as { readPage: (root: Element) => Page }).readPage(root));
}

/** Sets the text that Chromium generates for markers and pseudo-elements as attributes of their elements. */
async function markGenerated(session: CDPSession): Promise<void> {
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
  const [{ nodes, layout } = { nodes: undefined, layout: undefined }] = documents;
  const kinds = new Map<number, Generated>();
  for (const [at, node] of (nodes?.pseudoType?.index ?? []).entries()) {
    const kind = strings[nodes?.pseudoType?.value[at] ?? -1] ?? '';
    if (kind in GENERATED) kinds.set(node, kind as Generated);
  }
  const texts = new Map<string, { node: number; kind: Generated; text: string }>();
  for (const [at, node] of (layout?.nodeIndex ?? []).entries()) {
    const kind = kinds.get(node);
    const text = strings[layout?.text[at] ?? -1] ?? '';
    if (!kind || text === '') continue;
    const parent = nodes?.backendNodeId?.[nodes.parentIndex?.[node] ?? -1] ?? 0;
    const key = `${parent} ${kind}`;
    texts.set(key, { node: parent, kind, text: (texts.get(key)?.text ?? '') + text });
  }
  const all = [...texts.values()];
  await session.send('DOM.getDocument', {});
  const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', {
    backendNodeIds: all.map(({ node }) => node),
  });
  for (const [at, { kind, text }] of all.entries())
    await session.send('DOM.setAttributeValue', {
      nodeId: nodeIds[at] ?? 0,
      name: GENERATED[kind],
      value: text,
    });
}
