/** How a browser is spoken to: DevTools for Chromium, WebDriver BiDi for Firefox, WebDriver for WebKit. */
export type EngineKind = 'chromium' | 'firefox' | 'webkit';

/** `package` is a Chromium of some year as an npm package brings it; without one the system's browser is taken. */
export type Engine = { name: string; kind: EngineKind; package?: string };

/** Chromium of 2018 to 2023, where many phones and desktops stay for good, and today's browsers, whose Chromium comes first. */
export const engines: Engine[] = [
  { name: 'chromium', kind: 'chromium' },
  { name: 'chromium-64', kind: 'chromium', package: 'chrome-aws-lambda@64.0.3264' },
  { name: 'chromium-72', kind: 'chromium', package: 'chrome-aws-lambda@1.11.2' },
  { name: 'chromium-80', kind: 'chromium', package: 'chrome-aws-lambda@2.1.1' },
  { name: 'chromium-88', kind: 'chromium', package: 'chrome-aws-lambda@5.5.0' },
  { name: 'chromium-109', kind: 'chromium', package: '@sparticuz/chromium@109.0.5' },
  { name: 'firefox', kind: 'firefox' },
  { name: 'webkit', kind: 'webkit' },
];

/** Engines of the floor show pages whole and in order; all others as designed. */
export const isAsDesigned = ({ name }: Engine): boolean => !['chromium-64', 'chromium-72'].includes(name);
