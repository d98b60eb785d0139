import { install } from './install.ts';
import { chromiumPath, hasCommand } from './tools.ts';

/** What the browser tests need, by the names of Debian's packages; the font is for Chinese screenshots. */
const PACKAGES = ['w3m', 'fonts-noto-cjk'];
/** The first one is quicker; older systems have the second alone. */
const BROWSERS = ['chromium-headless-shell', 'chromium'];

const isComplete = () => chromiumPath() !== undefined && hasCommand('w3m');

if (!isComplete()) {
  console.log(`Installing what the browser tests need: a Chromium, ${PACKAGES.join(', ')}`);
  if (!BROWSERS.some((browser) => install([browser, ...PACKAGES]) && isComplete())) {
    console.error(
      'The tests need a Chromium (or CHROMIUM_PATH) and w3m, and they could not be installed: please install both.',
    );
    process.exit(1);
  }
}
