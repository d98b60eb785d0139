// CommonJS that any Node can parse: scripts preload it, because an older Node fails on TypeScript before it runs a line.
const MIN_NODE_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < MIN_NODE_MAJOR) {
  process.stderr.write(
    `Plinth needs Node ${MIN_NODE_MAJOR} or newer, this is ${process.version}. "npm ci" brings one for "npm start" and "npx plinth" on Linux and Windows; elsewhere, install it.\n`,
  );
  process.exit(1);
}
