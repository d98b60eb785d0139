// Runs under the Node that runs `npm ci`: links Node 24, which is a package, and `plinth` in node_modules/.bin.
import { existsSync, rmSync, symlinkSync } from 'node:fs';

const { platform, arch } = process;
const programs = { node: `node-${platform}-${arch}/bin/node`, plinth: '../src/cli/plinth.js' };
for (const [name, file] of Object.entries(programs)) {
  const link = `node_modules/.bin/${name}`;
  if (platform === 'win32' || !existsSync(`node_modules/${file}`)) continue;
  // The link of another architecture is dangling.
  rmSync(link, { force: true });
  symlinkSync(`../${file}`, link);
}

// No package has Node for this platform: the scripts use the Node that runs this one.
if (!existsSync('node_modules/.bin/node')) await import('../lib/check-node.cjs');
