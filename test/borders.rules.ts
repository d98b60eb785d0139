import type { ICruiseOptions, IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * What each folder may import of the others; itself, and `failures.ts`, every part of the server may. A folder that is not
 * named here is free: `routes/` and `middleware/` stand on top, and start nothing; `cli/`, `processes/` and the files beside them do.
 */
const mayImport: Record<string, string[]> = {
  'src/lib': [],
  'src/s3': ['src/lib', 'src/store-settings.ts'],
  'src/i18n': ['src/application/limits.ts'],
  'src/content': ['src/i18n/languages.ts'],
  'src/application': [],
  'src/browser': ['src/content', 'src/application'],
  views: ['src/content', 'src/application', 'src/i18n/languages.ts', 'src/i18n/set-up.ts'],
  'src/store': [
    'src/content',
    'src/application',
    'src/i18n',
    'src/lib',
    'src/s3',
    'src/setting-types.ts',
    'src/store-settings.ts',
  ],
  'src/backup': ['src/content', 'src/lib', 'src/s3', 'src/store'],
  'src/backend': ['src/content', 'src/i18n', 'src/lib'],
  'src/metrics': ['src/application', 'src/backend', 'src/lib', 'src/s3', 'src/store'],
  'src/pictures': ['src/content', 'src/backend', 'src/lib'],
  'src/captcha': ['src/application', 'src/i18n', 'src/lib', 'src/store'],
  'src/uploads': ['src/application', 'src/store', 'src/metrics'],
  'src/deliveries': [
    'src/application',
    'src/content',
    'src/backend',
    'src/i18n',
    'src/lib',
    'src/pages',
    'src/store',
    'src/delivery-settings.ts',
    'views',
  ],
  'src/response-cache': ['src/content', 'src/i18n', 'src/backend', 'src/metrics', 'views'],
  'src/search': ['src/content', 'src/i18n', 'src/backend', 'src/lib'],
  'src/pages': ['src/content', 'src/i18n', 'src/backend', 'src/lib', 'src/search', 'views'],
  'src/form': [
    'src/content',
    'src/application',
    'src/i18n',
    'src/backend',
    'src/captcha',
    'src/lib',
    'src/pages',
    'src/store',
    'views',
  ],
  'src/demo': ['src/content', 'src/i18n', 'src/lib', 'src/backend/paths.ts'],
  'src/build': [
    'src/content',
    'src/i18n',
    'src/config.ts',
    'src/environment.ts',
    'views/document.model.ts',
    'views/layout/menu-row.ts',
  ],
};

/** The packages of the folders that are pure: these know nothing of Node, and do no I/O. */
const mayTake: Record<string, string[]> = {
  'src/content': ['sanitize-html'],
  'src/application': ['zod'],
  'src/browser': ['htmx.org', 'aos'],
  views: ['react'],
};

const folders = (names: string[]): string => `^(${names.join('|')})/`;
const pure = folders(Object.keys(mayTake));

/** The files and folders of the names, and nothing whose name only begins so. */
const exactly = (names: string[]): string =>
  `^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(/|$)`;

const withoutFailures = /^(src\/(lib|i18n|content|application|browser)|views)$/u;

const rules: IFlattenedRuleSet = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unused-file',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$|^src/browser/reload-guard\\.ts$' },
      to: {},
    },
    {
      name: 'no-node-in-what-is-pure',
      severity: 'error',
      from: { path: pure },
      to: { dependencyTypes: ['core'] },
    },
    ...Object.entries(mayTake).map(
      ([folder, packages]): IForbiddenRuleType => ({
        name: `${folder} takes the packages it may`,
        severity: 'error',
        from: { path: folders([folder]) },
        to: { path: 'node_modules/', pathNot: `node_modules/(@types/)?(${packages.join('|')})/` },
      }),
    ),
    {
      name: 'views know types of the texts alone',
      severity: 'error',
      from: { path: '^views/' },
      to: { path: '^src/i18n/set-up\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'what answers requests starts nothing',
      severity: 'error',
      from: { path: folders(['src/routes', 'src/middleware']) },
      to: { path: folders(['src/cli', 'src/demo', 'src/build', 'src/browser', 'src/processes']) },
    },
    {
      name: 'middleware knows no route',
      severity: 'error',
      from: { path: '^src/middleware/' },
      to: { path: '^src/routes/' },
    },
    {
      name: 'one-way-out',
      severity: 'error',
      comment: 'The backend folder alone asks other servers; its agents judge their addresses.',
      from: { pathNot: '^src/backend/ask\\.ts$' },
      to: { path: 'node_modules/(undici|axios|got|node-fetch)/|^(node:)?(https|http2)$' },
    },
    ...Object.entries(mayImport).map(
      ([folder, others]): IForbiddenRuleType => ({
        name: `${folder} imports what it may`,
        severity: 'error',
        from: { path: `^${folder}/` },
        to: {
          path: '^(src|views)/',
          pathNot: exactly([folder, ...others, ...(withoutFailures.test(folder) ? [] : ['src/failures.ts'])]),
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
