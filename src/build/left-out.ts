import type { Plugin } from 'esbuild';

/**
 * What packages bring and the site never calls. The metrics' pusher loads TLS, 2 MB and 8 ms of each start; the sanitiser's parser
 * of styles is for texts that may have some; the tables are of Asian encodings, which no body that is taken may have; React's second
 * program for servers writes streams, 220 KB of 3.4 MB that each start reads. The builder's expressions know no flags.
 */
const NEVER_CALLED =
  /^\.\/lib\/pushgateway$|^postcss$|^\.\/tables\/[\w-]+\.json$|^\.\/cjs\/react-dom-server\.node\.\w+\.js$/;

/** Leaves out of the programs what they never call. */
export const leftOut: Plugin = {
  name: 'left out',
  setup(build) {
    build.onResolve({ filter: NEVER_CALLED }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};
