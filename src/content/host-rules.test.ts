import { describe, expect, it } from 'vitest';
import { matchesExactly, matchesWildcard, parseHostRule } from './host-rules.ts';

describe('rules of ASSET_HOSTS', () => {
  it.each([
    ['*', '*'],
    ['cdn.example.com', 'cdn.example.com'],
    ['CDN.Example.com.', 'cdn.example.com'],
    ['*.example.com', '*.example.com'],
    ['*.example.com:8443', '*.example.com:8443'],
    ['10.0.0.5:9000', '10.0.0.5:9000'],
    ['cdn.example.com:080', 'cdn.example.com:80'],
    ['0x7f.1', '127.0.0.1'],
    ['[::1]:9000', '[::1]:9000'],
    ['[0:0:0:0:0:0:0:1]', '[::1]'],
    ['远山.example', 'xn--rht990j.example'],
    ['minio', 'minio'],
  ])('reads the host rule %s as %s', (text, rule) => {
    expect(parseHostRule(text)).toBe(rule);
  });

  it.each([
    '',
    '**',
    '*.*',
    '*.',
    '*:80',
    'cdn.*.com',
    '*.10.0.0.5',
    '*.[::1]',
    'https://cdn.example.com',
    'cdn.example.com/files',
    'cdn.example.com:',
    'cdn.example.com:x',
    'cdn.example.com:65536',
    'user@cdn.example.com',
    'two hosts',
    '::1',
    '10.0.0.0/8',
    '999.1.1.1',
    '.',
  ])('rejects the host rule %j', (text) => {
    expect(parseHostRule(text)).toBeUndefined();
  });
});

const rulesOf = (...rules: string[]) => new Set(rules);

describe('hosts under a rule', () => {
  it.each([
    ['cdn.example.com', 'https://cdn.example.com/a.png', true],
    ['cdn.example.com', 'http://CDN.example.com./a.png', true],
    ['cdn.example.com', 'https://cdn.example.com:8443/a.png', false],
    ['cdn.example.com:443', 'https://cdn.example.com/a.png', true],
    ['cdn.example.com:443', 'http://cdn.example.com/a.png', false],
    ['cdn.example.com', 'https://a.cdn.example.com/', false],
    ['cdn.example.com', 'https://cdn.example.com.evil.example/', false],
    ['10.0.0.5:9000', 'http://10.0.0.5:9000/', true],
    ['10.0.0.5:9000', 'http://0xa000005:9000/', true],
    ['10.0.0.5:9000', 'http://10.0.0.5/', false],
    ['[::1]:9000', 'http://[0::1]:9000/', true],
    ['*', 'http://cdn.example.com/', false],
  ])('says if the rule %s names the host of %s: %s', (rule, url, named) => {
    expect(matchesExactly(rulesOf(rule), new URL(url))).toBe(named);
  });

  it.each([
    ['*', 'http://cdn.example.com:8443/', true],
    ['*.example.com', 'https://a.example.com/', true],
    ['*.example.com', 'https://a.b.example.com./', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://badexample.com/', false],
    ['*.example.com', 'https://a.example.com:8443/', false],
    ['*.example.com:8443', 'https://a.example.com:8443/', true],
    ['*.example.com', 'https://a.example.com.evil.example/', false],
    ['example.com', 'https://a.example.com/', false],
  ])('says if the rule %s matches the host of %s: %s', (rule, url, matched) => {
    expect(matchesWildcard(rulesOf(rule), new URL(url))).toBe(matched);
  });
});
