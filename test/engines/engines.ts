/** Chromium is controlled by DevTools, Firefox by WebDriver BiDi, WebKit by WebDriver. */
type EngineKind = 'chromium' | 'firefox' | 'webkit';

/** `package`: npm package with an old Chromium. By default, the system's browser is used. */
export type Engine = { name: string; kind: EngineKind; package?: string };

/** Current browsers and Chromium of 2018 to 2023. The first one is the layout reference. */
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

/** Returns false for the oldest engines, which only have to show pages complete and in order. */
export const hasFullDesign = ({ name }: Engine): boolean => !['chromium-64', 'chromium-72'].includes(name);
