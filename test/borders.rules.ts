import type { ICruiseOptions, IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The folders that each folder may import from, in addition to itself. A folder that is missing here may import everything:
 * `cli/`, `processes/`, `routes.ts` and `services.ts` are at the top.
 */
const mayImport: Record<string, string[]> = {
  'src/lib': [],
  'src/config': ['src/content', 'src/lib'],
  'src/i18n': ['src/form/rules/fields.ts', 'src/form/rules/limits.ts'],
  'src/content': ['src/i18n/languages.ts'],
  'src/form/rules': [],
  'src/browser': ['src/content', 'src/form/rules'],
  views: ['src/content', 'src/form/rules', 'src/i18n'],
  'src/files': ['src/config', 'src/form/rules', 'src/lib'],
  'src/store': ['src/config', 'src/content', 'src/files', 'src/form/rules', 'src/i18n', 'src/lib'],
  'src/backup': ['src/content', 'src/files', 'src/lib', 'src/store'],
  'src/backend': ['src/content', 'src/i18n', 'src/lib'],
  'src/assets': ['src/backend', 'src/content', 'src/http', 'src/lib', 'src/services.ts'],
  'src/metrics': ['src/backend', 'src/files', 'src/lib', 'src/store'],
  'src/http': [
    'src/config',
    'src/content',
    'src/form/rules',
    'src/i18n',
    'src/lib',
    'src/metrics',
    'src/services.ts',
    'src/store',
    'views/document.model.ts',
  ],
  'src/response-cache': [
    'src/backend',
    'src/content',
    'src/http',
    'src/i18n',
    'src/metrics',
    'src/services.ts',
    'views',
  ],
  'src/site': [
    'src/assets',
    'src/backend',
    'src/content',
    'src/form/rules',
    'src/http',
    'src/i18n',
    'src/lib',
    'src/response-cache',
    'src/services.ts',
    'views',
  ],
  'src/site/sections': ['src/backend', 'src/content', 'src/i18n', 'src/form/rules', 'views'],
  'src/operations': [
    'src/backend',
    'src/content',
    'src/http',
    'src/i18n',
    'src/lib',
    'src/services.ts',
    'src/site',
  ],
  'src/deliveries': [
    'src/backend',
    'src/config',
    'src/content',
    'src/files',
    'src/form/receipt/receipt-mail.ts',
    'src/form/rules',
    'src/i18n',
    'src/lib',
    'src/site/layout',
    'src/store',
    'views',
  ],
  'src/form': [
    'src/backend',
    'src/content',
    'src/deliveries',
    'src/files',
    'src/http',
    'src/i18n',
    'src/lib',
    'src/metrics',
    'src/site/layout',
    'src/site',
    'src/services.ts',
    'src/store',
    'views',
  ],
  'src/content-folder': [
    'src/assets',
    'src/backend',
    'src/content',
    'src/i18n',
    'src/lib',
    'src/site/sections',
  ],
  'src/build': ['src/content', 'src/i18n', 'src/config', 'views/document.model.ts'],
};

/** The packages of the folders that are pure: these know nothing of Node, and do no I/O. */
const mayTake: Record<string, string[]> = {
  'src/content': [
    '@types/hast',
    'hast-util-from-parse5',
    'hast-util-sanitize',
    'hast-util-to-html',
    'hast-util-to-text',
    'opencc-js',
    'parse5',
  ],
  'src/form/rules': ['zod'],
  'src/browser': ['htmx.org', 'aos'],
  views: ['react'],
};

const folders = (names: string[]): string => `^(${names.join('|')})/`;
const pure = folders(Object.keys(mayTake));

/** The files and folders of the names, and nothing whose name only begins so. */
const exactly = (names: string[]): string =>
  `^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(/|$)`;

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
      name: 'features know the type of the services alone',
      severity: 'error',
      from: {
        path: folders([
          'src/assets',
          'src/form',
          'src/http',
          'src/operations',
          'src/response-cache',
          'src/site',
        ]),
      },
      to: { path: '^src/services\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'what answers requests starts nothing',
      severity: 'error',
      from: { path: folders(['src/site', 'src/operations', 'src/form', 'src/http']) },
      to: { path: folders(['src/cli', 'src/content-folder', 'src/build', 'src/browser', 'src/processes']) },
    },
    {
      name: 'http/ knows no route',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/(site|operations)/|/routes\\.ts$' },
    },
    {
      name: 'one-way-out',
      severity: 'error',
      comment:
        'Assets come through one file, which checks the address of each connection. The doctor asks only SITE_URL.',
      from: { pathNot: '^src/(assets/asset-client|cli/doctor/outside)\\.ts$' },
      to: { path: 'node_modules/(undici|axios|got|node-fetch)/|^(node:)?(https|http2)$' },
    },
    ...Object.entries(mayImport).map(
      ([folder, others]): IForbiddenRuleType => ({
        name: `${folder} imports what it may`,
        severity: 'error',
        from: { path: `^${folder}/` },
        to: {
          path: '^(src|views)/',
          pathNot: exactly([folder, ...others]),
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
  exclude: { path: '\\.test\\.tsx?$|/testing/' },
  validate: true,
  ruleSet: rules,
};
