import type { ICruiseOptions, IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * Folders that each folder may import from, in addition to itself. `cli/`, `processes/`, `routes.ts` and `services.ts` are at the
 * top: like every folder that is not listed, they may import everything.
 */
const mayImport: Record<string, string[]> = {
  'src/lib': [],
  'src/config': ['src/content', 'src/lib'],
  'src/i18n': ['src/applications/rules/fields.ts', 'src/applications/rules/limits.ts'],
  'src/content/backend': ['src/content', 'src/i18n', 'src/lib'],
  'src/applications/rules': [],
  'src/applications/files': ['src/applications/rules', 'src/config', 'src/lib'],
  'src/applications/store': [
    'src/applications/files',
    'src/applications/rules',
    'src/config',
    'src/content',
    'src/i18n',
    'src/lib',
  ],
  'src/applications/backup': ['src/applications/files', 'src/applications/store', 'src/content', 'src/lib'],
  'src/applications/deliveries': [
    'src/applications/files',
    'src/applications/receipt/receipt-mail.ts',
    'src/applications/rules',
    'src/applications/store',
    'src/config',
    'src/content',
    'src/i18n',
    'src/lib',
    'src/site/layout',
    'views',
  ],
  'src/applications': [
    'src/config',
    'src/content',
    'src/http',
    'src/i18n',
    'src/lib',
    'src/metrics',
    'src/services.ts',
    'src/site',
    'views',
  ],
  'src/browser': ['src/applications/rules', 'src/content'],
  views: ['src/applications/rules', 'src/content', 'src/i18n'],
  'src/media': ['src/content', 'src/http', 'src/lib', 'src/services.ts'],
  'src/metrics': ['src/applications/files', 'src/applications/store', 'src/content/backend', 'src/lib'],
  'src/http': [
    'src/applications/rules',
    'src/applications/store',
    'src/config',
    'src/content',
    'src/i18n',
    'src/lib',
    'src/metrics',
    'src/services.ts',
    'views/document.model.ts',
  ],
  'src/site': [
    'src/applications/rules',
    'src/content',
    'src/http',
    'src/i18n',
    'src/lib',
    'src/media',
    'src/services.ts',
    'views',
  ],
  'src/site/sections': ['src/applications/rules', 'src/content', 'src/i18n', 'views'],
  'src/operations': ['src/content', 'src/http', 'src/i18n', 'src/lib', 'src/services.ts', 'src/site'],
  'src/content-folder': ['src/content', 'src/i18n', 'src/lib', 'src/media', 'src/site/sections'],
  'src/build': ['src/config', 'src/content', 'src/i18n', 'views/document.model.ts'],
};

/** Packages that pure folders, which do no I/O and do not use Node, may import. */
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
  'src/applications/rules': ['zod'],
  'src/browser': ['htmx.org', 'aos'],
  views: ['react'],
};

const folders = (names: string[]): string => `^(${names.join('|')})/`;
/** All of `content/` except the backend client. */
const PURE_CONTENT = 'src/content/(?!backend/)';
const pure = `^(${PURE_CONTENT}|${Object.keys(mayTake)
  .filter((folder) => folder !== 'src/content')
  .map((folder) => `${folder}/`)
  .join('|')})`;

/** Matches files and folders with these names, but not longer names with the same prefix. */
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
        from: { path: folder === 'src/content' ? `^${PURE_CONTENT}` : folders([folder]) },
        to: { path: 'node_modules/', pathNot: `node_modules/(@types/)?(${packages.join('|')})/` },
      }),
    ),
    {
      name: 'what is pure knows no backend',
      severity: 'error',
      from: { path: pure },
      to: { path: '^src/content/backend/' },
    },
    {
      name: 'content imports languages only',
      severity: 'error',
      from: { path: `^${PURE_CONTENT}` },
      to: { path: '^(src|views)/', pathNot: '^src/(content/|i18n/languages\\.ts$)' },
    },
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
        path: folders(['src/media', 'src/applications', 'src/http', 'src/operations', 'src/site']),
      },
      to: { path: '^src/services\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'what answers requests starts nothing',
      severity: 'error',
      from: { path: folders(['src/site', 'src/operations', 'src/applications', 'src/http']) },
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
      from: { pathNot: '^src/(media/asset-client|cli/doctor/outside)\\.ts$' },
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
  // TypeScript 7 does not have an API yet.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '\\.test\\.tsx?$|/testing/' },
  validate: true,
  ruleSet: rules,
};
