import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyContent } from '../support/demo-content.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { doctor } from './support.ts';

type Change = (text: string) => string | Buffer;

/** Returns the doctor's lines about the demo content with changed files. `undefined` removes a file. */
async function findings(changes: Record<string, Change | undefined>) {
  await using content = await temporaryFolder('content');
  await copyContent(content.path);
  for (const [name, change] of Object.entries(changes)) {
    const file = path.join(content.path, name);
    await mkdir(path.dirname(file), { recursive: true });
    if (change) await writeFile(file, change(await readFile(file, 'utf8').catch(() => '')));
    else await rm(file);
  }
  const { hasError, lines } = await doctor({ CONTENT_DIR: content.path });
  const found = lines.filter((line) => /^\w+ +CONTENT_DIR /u.test(line));
  return { hasError, lines, found: found.map((line) => line.replace(/ {2,}/gu, ' ').trim()) };
}

const replace =
  (part: string | RegExp, by: string): Change =>
  (text) => {
    const changed = text.replace(part, by);
    expect(changed, 'text with a mistake').not.toBe(text);
    return changed;
  };

describe('the doctor with CONTENT_DIR', () => {
  it('the doctor accepts the demo content', async () => {
    const { hasError, found } = await findings({});
    expect(found).toEqual([expect.stringMatching(/^ok CONTENT_DIR \d+ files in /u)]);
    expect(hasError).toBe(false);
  });

  it('the doctor reports file, line and column of every mistake', async () => {
    const { hasError, found } = await findings({
      'en/menu.json': undefined,
      'zh/group.json': replace('",\n', '"\n'),
      'zh/home.json': replace('"title"', '"titel"'),
      'zh/events.json': replace(/"eventTime": "[^"]*"/u, '"eventTime": "2024-02-30"'),
      'zh/honours.json': replace('"id": 2,', '"id": 1,'),
      'zh/common/open-positions.json': undefined,
      'zh/common/offices.json': () => Buffer.from([0x5b, 0x0a, 0x22, 0xb9, 0xab, 0x22, 0x5d]),
      'zh/common/careers.json': replace('careers.html', 'career.html'),
      'zh/home-components.json': replace('"componentCode": "event"', '"componentCode": "evnt"'),
      'zh/articles/1002.json': replace('"columnCode": "', '"columnCode": "The '),
      'zh/reports.json': replace(/"publishTime": "[^"]*"/u, '"publishTime": "21.11.2026"'),
      'zh/articles/1001.json': replace(/"publishTime": "[^"]*"/u, '"publishTime": "2026/13/40"'),
      'zh/articles/1003.json': replace(/"id": \d+/u, '"id": 1004'),
      'zh/articles/1005.json': replace(/cover-\d+\.jpg/u, 'cover-99.jpg'),
      'zh/articles/1006.html': (text) => `${text}\n<p>\n<img src="/files/pictures/none.jpg" alt="">`,
      'zh/articles/1007.json': replace('1007.html', '../../none.html'),
      'zh/articles/1008.html': (text) => '<div>'.repeat(600) + text,
    });
    expect(hasError).toBe(true);
    expect(found.sort()).toEqual([
      'error CONTENT_DIR en/menu.json: the file is missing',
      expect.stringMatching(
        /^error CONTENT_DIR zh\/articles\/1001\.json:\d+:\d+: publishTime: is not an ISO 8601 date or a number /u,
      ),
      expect.stringMatching(
        /^error CONTENT_DIR zh\/articles\/1002\.json:7:17: no menu item has the code "The /u,
      ),
      'error CONTENT_DIR zh/articles/1004.json:2:9: id 1004 is also in zh/articles/1003.json',
      'error CONTENT_DIR zh/articles/1005.json:5:13: /files/pictures/cover-99.jpg is missing',
      expect.stringMatching(
        /^error CONTENT_DIR zh\/articles\/1006\.json:\d+:\d+: \/files\/pictures\/none\.jpg is missing/u,
      ),
      expect.stringMatching(
        /^error CONTENT_DIR zh\/articles\/1007\.json:\d+:\d+: \.\.\/\.\.\/none\.html is missing/u,
      ),
      expect.stringMatching(
        /^error CONTENT_DIR zh\/articles\/1008\.json:\d+:\d+: more than 512 nested tags; shown as plain lines$/u,
      ),
      expect.stringMatching(/^error CONTENT_DIR zh\/common\/careers\.json:\d+:\d+: career\.html is missing/u),
      'error CONTENT_DIR zh/common/offices.json:2:2: not UTF-8. Save the file as UTF-8.',
      expect.stringMatching(/^error CONTENT_DIR zh\/events\.json:\d+:\d+: eventTime: /u),
      expect.stringMatching(/^error CONTENT_DIR zh\/group\.json:3:3: comma expected/u),
      expect.stringMatching(
        /^error CONTENT_DIR zh\/home-components\.json:\d+:\d+: componentCode: evnt is unknown/u,
      ),
      'error CONTENT_DIR zh/home.json:1:1: title: is missing',
      expect.stringMatching(/^error CONTENT_DIR zh\/honours\.json:\d+:\d+: id 1 is used twice$/u),
      expect.stringMatching(/^error CONTENT_DIR zh\/menu\.json, Open Positions: no content: /u),
      expect.stringMatching(
        /^error CONTENT_DIR zh\/reports\.json:\d+:\d+: publishTime: is not an ISO 8601 /u,
      ),
    ]);
  });

  it('the doctor reports problems of the menu, and requires no files of sections that are not shown', async () => {
    const { hasError, found, lines } = await findings({
      'en/menu.json': replace('"code": "Reports"', '"code": "Announcements"'),
      'en/home-components.json': (text) =>
        text
          .replace('"componentCode": "report"', '"componentCode": "event"')
          .replace('"columnCode": "Reports"', '"columnCode": "News"'),
      'en/reports.json': undefined,
    });
    expect(found).toEqual([
      expect.stringMatching(/^error CONTENT_DIR en\/menu\.json, record \d+: slug announcements is taken/u),
    ]);
    expect(lines.join('\n')).toMatch(/not in both languages:\n +Reports is only in zh$/mu);
    expect(hasError).toBe(true);
  });
});
