import { expect, it } from 'vitest';
import { matchesExactly, matchesWildcard, parseHostRule } from './host-rules.ts';

it.each([
  ['*', '*'],
  ['CDN.Example.com.', 'cdn.example.com'],
  ['0x7f.1', '127.0.0.1'],
  ['[0:0:0:0:0:0:0:1]:9000', '[::1]:9000'],
])('reads the host rule %s as %s', (text, rule) => {
  expect(parseHostRule(text)).toBe(rule);
});

const WILDCARDS = ['**', '*.', '*:80', 'cdn.*.com', '*.10.0.0.5', '*.[::1]'];
const NO_HOSTS = ['', '.', 'two hosts', '::1', '10.0.0.0/8', '999.1.1.1', 'user@cdn.example.com'];
const URLS = ['https://cdn.example.com', 'cdn.example.com/a', 'cdn.example.com:', 'cdn.example.com:65536'];

it.each([...WILDCARDS, ...NO_HOSTS, ...URLS])('rejects the host rule %j', (text) => {
  expect(parseHostRule(text)).toBeUndefined();
});

it.each([
  ['cdn.example.com', 'http://CDN.example.com./a.png', true],
  ['cdn.example.com', 'https://cdn.example.com:8443/a.png', false],
  ['cdn.example.com:443', 'https://cdn.example.com/a.png', true],
  ['cdn.example.com:443', 'http://cdn.example.com/a.png', false],
  ['cdn.example.com', 'https://cdn.example.com.evil.example/', false],
  ['[::1]:9000', 'http://[0::1]:9000/', true],
])('decides if the rule %s names the host of %s: %s', (rule, url, isNamed) => {
  expect(matchesExactly(new Set([rule]), new URL(url))).toBe(isNamed);
});

it.each([
  ['*', 'http://cdn.example.com:8443/', true],
  ['*.example.com', 'https://a.b.example.com./', true],
  ['*.example.com', 'https://example.com/', false],
  ['*.example.com:8443', 'https://a.example.com:8443/', true],
  ['*.example.com', 'https://a.example.com.evil.example/', false],
])('decides if the rule %s matches the host of %s: %s', (rule, url, isMatched) => {
  expect(matchesWildcard(new Set([rule]), new URL(url))).toBe(isMatched);
});
