import { install } from './install.ts';
import { chromiumPath, hasCommand } from './tools.ts';

/** What the browser tests need, by the names of Debian's packages; the font is for Chinese screenshots. */
const PACKAGES = ['chromium-headless-shell', 'w3m', 'fonts-noto-cjk'];

const isComplete = () => chromiumPath() !== undefined && hasCommand('w3m');

if (!isComplete()) {
  console.log(`Installing what the browser tests need: ${PACKAGES.join(', ')}`);
  if (!(install(PACKAGES) && isComplete())) {
    console.error(
      'The tests need a Chromium (or CHROMIUM_PATH) and w3m, and they could not be installed: please install both.',
    );
    process.exit(1);
  }
}
