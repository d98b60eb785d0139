import type { ICruiseOptions, IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * What each folder may import of the others; itself, and `failures.ts`, every part of the server may. A folder that is not
 * named here is free: `routes/` and `middleware/` stand on top, `cli/`, `processes/` and the files beside them start things.
 */
const mayImport: Record<string, string[]> = {
  'src/lib': [],
  'src/i18n': [],
  'src/content': ['src/i18n/languages.ts'],
  'src/application': [],
  'src/browser': ['src/content', 'src/application'],
  views: ['src/content', 'src/application', 'src/i18n/languages.ts', 'src/i18n/set-up.ts'],
  'src/store': ['src/content', 'src/application', 'src/i18n', 'src/lib', 'src/config.ts'],
  'src/backend': ['src/content', 'src/i18n', 'src/lib'],
  'src/metrics': ['src/application', 'src/backend', 'src/store'],
  'src/pictures': ['src/content', 'src/backend', 'src/lib'],
  'src/captcha': ['src/application', 'src/i18n', 'src/store'],
  'src/uploads': ['src/application', 'src/store', 'src/metrics'],
  'src/response-cache': ['src/content', 'src/i18n', 'src/backend', 'src/metrics', 'views'],
  'src/pages': ['src/content', 'src/i18n', 'src/backend', 'views'],
  'src/form': [
    'src/content',
    'src/application',
    'src/i18n',
    'src/backend',
    'src/captcha',
    'src/pages',
    'src/store',
    'views',
  ],
  'src/demo': ['src/content', 'src/i18n', 'src/backend/paths.ts'],
  'src/build': ['src/content', 'src/i18n', 'src/config.ts'],
  'src/middleware': ['src/(?!routes|cli|demo|build|browser|processes)', 'views'],
};

/** These know no package but what is pure, nothing of Node, and do no I/O. */
const pure = '^(src/(content|application|browser)|views)/';
const purePackages = ['zod', 'sanitize-html', 'react', 'htmx.org', 'aos'];

const withoutFailures = /^(src\/(lib|i18n|content|application|browser)|views)$/u;

const rules: IFlattenedRuleSet = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unused-file',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'no-node-in-what-is-pure',
      severity: 'error',
      from: { path: pure },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-package-with-io-in-what-is-pure',
      severity: 'error',
      from: { path: pure },
      to: { path: '^node_modules/', pathNot: `^node_modules/(${purePackages.join('|')})/` },
    },
    {
      name: 'no-react-in-the-domain',
      severity: 'error',
      from: { path: '^src/(content|application|browser)/' },
      to: { path: 'node_modules/react' },
    },
    {
      name: 'one-way-out',
      severity: 'error',
      comment: 'The backend folder alone asks other servers; its agents judge their addresses.',
      from: { pathNot: '^src/backend/(agents|asset-answer)\\.ts$' },
      to: { path: '^node_modules/(undici|axios|got|node-fetch)/|^(node:)?(https|http2)$' },
    },
    ...Object.entries(mayImport).map(
      ([folder, others]): IForbiddenRuleType => ({
        name: `${folder} imports what it may`,
        severity: 'error',
        from: { path: `^${folder}/` },
        to: {
          path: '^(src|views)/',
          pathNot: `^(${[folder, ...others, ...(withoutFailures.test(folder) ? [] : ['src/failures.ts'])].join('|')})`,
        },
      }),
    ),
  ],
};

export const options: ICruiseOptions = {
  // TypeScript 7 has no programming interface yet.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '\\.test\\.tsx?$|/(testing|test-support)/' },
  validate: true,
  ruleSet: rules,
};
