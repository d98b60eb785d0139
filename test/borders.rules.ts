import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';
import { words } from './support/words.ts';

/**
 * Folders that each folder may import from, in addition to itself. `cli/`, `processes/`, `routes.ts` and `services.ts` are at the
 * top: like every folder that is not listed, they may import everything. Names without `views` are in `src/`.
 */
const mayImport: Record<string, string[]> = {
  lib: [],
  config: words('content lib'),
  i18n: ['applications/rules/quoted-limits.ts'],
  'content/backend': words('content i18n lib'),
  'applications/rules': [],
  'applications/files': words('applications/rules config lib'),
  'applications/store': words('applications/files applications/rules config content i18n lib'),
  'applications/backup': words('applications/files applications/rules applications/store content lib'),
  'applications/deliveries': words(`applications/files applications/rules
    applications/store config content i18n lib site/layout views`),
  applications: words('config content http i18n lib metrics services.ts site views'),
  browser: words('applications/rules content'),
  views: words('applications/rules content i18n'),
  media: words('content http lib services.ts'),
  metrics: words('applications/store content/backend http lib'),
  http: words('config content i18n lib services.ts views/document.model.ts'),
  site: words('applications/rules content http i18n lib media services.ts views'),
  'site/sections': words('applications/rules content i18n views'),
  operations: words(
    'config content http i18n lib metrics services.ts site/layout site/sections/definitions.ts',
  ),
  'content-folder': words('content i18n lib media site/sections/definitions.ts'),
  build: words('config content i18n lib views/document.model.ts'),
};

const inSource = (name: string): string => (/^views(?:\/|$)/u.test(name) ? name : `src/${name}`);

/** Packages that pure folders, which do no I/O and do not use Node, may import. */
const mayTake: Record<string, string[]> = {
  'src/content': words(
    '@types/hast dingbat-to-unicode hast-util-sanitize hast-util-to-text opencc-js parse5',
  ),
  'src/applications/rules': ['zod'],
  'src/browser': words('htmx.org aos'),
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

const forbidden: IForbiddenRuleType[] = [
  { name: 'no-cycle', from: {}, to: { circular: true } },
  {
    name: 'no-unused-file',
    from: { orphan: true, pathNot: '\\.d\\.ts$|^src/browser/reload-guard\\.ts$' },
    to: {},
  },
  {
    name: 'no-node-in-what-is-pure',
    from: { path: pure },
    to: { dependencyTypes: ['core'] },
  },
  ...Object.entries(mayTake).map(
    ([folder, packages]): IForbiddenRuleType => ({
      name: `${folder} takes the packages it may`,
      from: { path: folder === 'src/content' ? `^${PURE_CONTENT}` : folders([folder]) },
      to: { path: 'node_modules/', pathNot: `node_modules/(@types/)?(${packages.join('|')})/` },
    }),
  ),
  {
    name: 'pure folders do not import the backend client',
    from: { path: pure },
    to: { path: '^src/content/backend/' },
  },
  {
    name: 'content imports languages only',
    from: { path: `^${PURE_CONTENT}` },
    to: { path: '^(src|views)/', pathNot: '^src/(content/|i18n/languages\\.ts$)' },
  },
  {
    name: 'views import only types from set-up.ts',
    from: { path: '^views/' },
    to: { path: '^src/i18n/set-up\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'features import only the type of the services',
    from: {
      path: folders(['src/media', 'src/applications', 'src/http', 'src/operations', 'src/site']),
    },
    to: { path: '^src/services\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'definitions of sections and their readers know no views',
    from: {
      path: '^src/(operations/|content-folder/|cli/|site/search/page-index\\.ts$|site/sections/(definitions|section)\\.ts$)',
    },
    to: { path: '\\.tsx$|^node_modules/(@types/)?react/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'one-way-out',
    comment:
      'One file requests media and checks the address of each connection. The doctor requests only SITE_URL.',
    from: { pathNot: '^src/(media/media-client|cli/doctor/outside)\\.ts$' },
    to: { path: 'node_modules/(undici|axios|got|node-fetch)/|^(node:)?(https|http2)$' },
  },
  ...Object.entries(mayImport).map(
    ([folder, others]): IForbiddenRuleType => ({
      name: `${folder} imports what it may`,
      from: { path: `^${inSource(folder)}/` },
      to: { path: '^(src|views)/', pathNot: exactly([folder, ...others].map(inSource)) },
    }),
  ),
];

export const options: ICruiseOptions = {
  // TypeScript 7 does not have an API yet.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '\\.test\\.tsx?$|/testing/' },
  validate: true,
  ruleSet: { forbidden: forbidden.map((rule) => ({ ...rule, severity: 'error' })) },
};
