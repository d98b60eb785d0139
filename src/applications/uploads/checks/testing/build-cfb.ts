import cfb from 'cfb';

/** A stream, or a storage if `inside` is set. */
export type CfbNode = { name: string; data?: Buffer; inside?: CfbNode[] };

/** Builds a compound file with these top-level streams and storages. */
export function buildCfb(nodes: readonly CfbNode[]): Buffer {
  const file = cfb.utils.cfb_new();
  const add = (node: CfbNode, folder: string): void => {
    if (node.inside === undefined)
      cfb.utils.cfb_add(file, folder + node.name, node.data ?? Buffer.alloc(0), { unsafe: true });
    for (const inner of node.inside ?? []) add(inner, `${folder}${node.name}/`);
  };
  for (const node of nodes) add(node, '/');
  return Buffer.from(cfb.write(file, { type: 'buffer' }) as Buffer);
}
