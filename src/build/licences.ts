import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Locked, productionPackages } from './lock-file.ts';
import { root } from './places.ts';

/** Licences that the site's packages may have; another one is looked at by a person before it is added. */
export const ALLOWED_LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-0-Clause',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  // libvips: a library beside the program, which is not changed.
  'LGPL-3.0-or-later',
  'MIT',
  // lightningcss: a program that the build runs, unchanged.
  'MPL-2.0',
  'Unlicense',
];

/** Packages that say it in a way which the lock file does not take over. */
const SAID_OTHERWISE: Record<string, string> = { busboy: 'MIT', streamsearch: 'MIT' };

export const LICENCES_FILE = path.join(root, 'LICENCES.md');

/** The licence of a package, an SPDX expression. */
export const licenceOf = ({ name, license }: Locked): string | undefined => license ?? SAID_OTHERWISE[name];

/** The licences that an expression such as `Apache-2.0 AND MIT` holds. */
export const partsOf = (expression: string): string[] =>
  expression.split(/[()\s]+/u).filter((part) => part !== '' && part !== 'AND' && part !== 'OR');

/** The page that lists every package that the site runs with. */
export function licencesPage(packages: readonly Locked[] = productionPackages()): string {
  const rows = packages.map((one) => `| ${one.name} | ${one.version} | ${licenceOf(one) ?? 'unknown'} |`);
  return `${[
    '# Licences of the packages that the site runs with',
    '',
    'Written by `npm run licences` from the lock file, packages of other platforms included; a test keeps it true.',
    'The text of each licence stands in the package.',
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...[...new Set(rows)].sort(),
  ].join('\n')}\n`;
}

if (import.meta.main) writeFileSync(LICENCES_FILE, licencesPage());
