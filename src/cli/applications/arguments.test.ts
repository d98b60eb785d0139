import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../lib/days.ts';
import { NOW } from '../../store/testing/index.ts';
import { readArguments } from './arguments.ts';
import { UsageError } from './usage.ts';

const DAY = Date.parse('2026-11-21T00:00+08:00');

describe('the arguments', () => {
  it.each([
    ['list', { name: 'list' }],
    ['list --since 2026-11-21', { name: 'list', since: DAY }],
    ['--since=2026-11-21 list', { name: 'list', since: DAY }],
    ['show a-2026-7k4mxq', { name: 'show', reference: 'a-2026-7k4mxq' }],
    ['export --format json', { name: 'export', format: 'json' }],
    ['export --format=csv', { name: 'export', format: 'csv' }],
    [
      'export --files ./out --format csv --since 2026-11-21',
      { name: 'export', format: 'csv', filesDir: './out', since: DAY },
    ],
    [
      'export --format json --files=out --with-infected',
      { name: 'export', format: 'json', filesDir: 'out', withInfected: true },
    ],
    ['backup ../copies/today', { name: 'backup', folder: '../copies/today' }],
    ['restore copies', { name: 'restore', folder: 'copies' }],
    ['purge --older-than 2026-11-21', { name: 'purge', before: DAY, isDryRun: false, undelivered: false }],
    [
      'purge --older-than 0d --undelivered',
      { name: 'purge', before: NOW, isDryRun: false, undelivered: true },
    ],
    ['deliveries', { name: 'deliveries', state: undefined, format: 'table' }],
    ['deliveries --refused --format json', { name: 'deliveries', state: 'refused', format: 'json' }],
    ['deliveries --waiting', { name: 'deliveries', state: 'waiting', format: 'table' }],
    ['retry A-2026-7K4MXQ', { name: 'retry', reference: 'A-2026-7K4MXQ' }],
    [
      '--purge --older-than 30d',
      { name: 'purge', before: NOW - 30 * DAY_MS, isDryRun: false, undelivered: false },
    ],
    [
      'purge --older-than=30d --dry-run',
      { name: 'purge', before: NOW - 30 * DAY_MS, isDryRun: true, undelivered: false },
    ],
    ['--help', { name: 'help' }],
    ['export -h', { name: 'help' }],
  ])('%s', (line, command) => {
    expect(readArguments(line.split(' '), NOW)).toEqual(command);
  });

  it.each([
    ['', 'no command'],
    ['lst', 'no command lst'],
    ['constructor', 'no command constructor'],
    ['list more', 'too many: more'],
    ['list --format json', 'list takes no --format'],
    ['list --all', "Unknown option '--all'"],
    ['list --since', "'--since <value>' argument missing"],
    ['list --since yesterday', '--since: yesterday'],
    ['show', 'show needs a reference'],
    ['show A B', 'too many: B'],
    ['show A --since 2026-11-21', 'show takes no --since'],
    ['export', 'export needs --format'],
    ['export json', 'too many: json'],
    ['export --format', "'--format <value>' argument missing"],
    ['export --format JSON', 'no format JSON'],
    ['export --format xml', 'no format xml'],
    ['export --format json --files=', '--files needs a folder'],
    ['export --format json --with-infected', '--with-infected needs --files'],
    ['backup', 'backup needs a folder'],
    ['backup a b', 'too many: b'],
    ['restore', 'restore needs a folder'],
    ['restore a --dry-run', 'restore takes no --dry-run'],
    ['purge', 'purge needs --older-than'],
    ['purge 30d', 'too many: 30d'],
    ['list --purge --older-than 30d', 'too many: list'],
    ['purge --older-than 0m', '--older-than: 0m is no age'],
    ['deliveries --waiting --refused', 'not both'],
    ['deliveries --format csv', 'no format csv'],
    ['retry', 'retry needs a reference number'],
    ['list --undelivered', 'list takes no --undelivered'],
    ['list --with-infected', 'list takes no --with-infected'],
    ['export --format json --since 2026-02-30', '--since: 2026-02-30'],
  ])('%s is refused by name', (line, message) => {
    const read = () => readArguments(line.split(' ').filter(Boolean), NOW);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });
});
