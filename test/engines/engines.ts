/** A Chromium of some year as an npm package brings it; the project never depends on these packages. */
export type Engine = { name: string; package: string };

/** Engines of 2017 to 2023 that phones and desktops stay on for good. */
export const engines: Engine[] = [
  { name: 'chromium-64', package: 'chrome-aws-lambda@64.0.3264' },
  { name: 'chromium-72', package: 'chrome-aws-lambda@1.11.2' },
  { name: 'chromium-80', package: 'chrome-aws-lambda@2.1.1' },
  { name: 'chromium-88', package: 'chrome-aws-lambda@5.5.0' },
  { name: 'chromium-109', package: '@sparticuz/chromium@109.0.5' },
];
