import { install } from './install.ts';
import { chromiumPath, hasCommand } from './tools.ts';

/** Debian packages for the browser tests. The font is for Chinese screenshots. */
const PACKAGES = ['w3m', 'fonts-noto-cjk'];
/** The first package starts faster. Older systems only have the second one. */
const BROWSERS = ['chromium-headless-shell', 'chromium'];

const isComplete = () => chromiumPath() !== undefined && hasCommand('w3m');

if (!isComplete()) {
  console.log(`Installing packages for the browser tests: a Chromium, ${PACKAGES.join(', ')}`);
  if (!BROWSERS.some((browser) => install([browser, ...PACKAGES]) && isComplete())) {
    console.error(
      'The browser tests need Chromium and w3m, and the installation failed. Install both, or set CHROMIUM_PATH.',
    );
    process.exit(1);
  }
}
