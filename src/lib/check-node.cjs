// CommonJS that any Node can parse: scripts preload it, because an older Node fails on TypeScript before it runs a line.
const MIN_NODE_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < MIN_NODE_MAJOR) {
  process.stderr.write(
    `Plinth needs Node ${MIN_NODE_MAJOR} or newer, this is ${process.version}. "npm ci" installs one for npm scripts on Linux (x64, arm64) and 64-bit Windows; elsewhere, install Node ${MIN_NODE_MAJOR}.\n`,
  );
  process.exit(1);
}
