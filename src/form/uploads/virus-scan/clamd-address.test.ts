import { expect, it } from 'vitest';
import { readClamdUrl } from './clamd.ts';

it.each([
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://clamav:3310', { host: 'clamav', port: 3310 }],
  ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
  ['tcp://127.0.0.1:80', { host: '127.0.0.1', port: 80 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('%s', (url, address) => {
  expect(readClamdUrl(url)).toEqual(address);
});
