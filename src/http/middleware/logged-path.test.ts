import { describe, expect, it } from 'vitest';
import { loggedPath } from './logged-path.ts';

describe('the path in the log', () => {
  it.each([
    ['/en/newsroom/p1', '/en/newsroom/p1'],
    ['/search?keyword=secret', '/search'],
    ['/files/t0k-en_/report-2030.pdf', '/files/*/report-2030.pdf'],
    ['/media/t0k-en_/640/a.jpg?x', '/media/*/640/a.jpg'],
    ['/unsubscribe/li@mail.example/now', '/unsubscribe/*/now'],
    ['/unsubscribe/li%40mail.example', '/unsubscribe/*'],
    ['?', ''],
    [`/${'a'.repeat(400)}`, `/${'a'.repeat(299)}…`],
  ])('of %s is %s', (target, path) => {
    expect(loggedPath(target)).toBe(path);
  });
});
