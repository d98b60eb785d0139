import { expect, it } from 'vitest';
import { addressOf } from './address.ts';

const settings = {
  bucket: 'files',
  region: 'eu-central-1',
  prefix: '',
  accessKeyId: 'a',
  secretAccessKey: 'b',
};

it.each([
  ['an endpoint', { endpoint: 'http://10.0.0.5:9000' }, 'http://10.0.0.5:9000/files/p/a'],
  ['an endpoint with a path', { endpoint: 'https://store.example/s3' }, 'https://store.example/s3/files/p/a'],
  ['AWS', {}, 'https://files.s3.eu-central-1.amazonaws.com/p/a'],
  ['AWS in China', { region: 'cn-north-1' }, 'https://files.s3.cn-north-1.amazonaws.com.cn/p/a'],
  [
    'a bucket with dots, which fits no certificate',
    { bucket: 'files.group' },
    'https://s3.eu-central-1.amazonaws.com/files.group/p/a',
  ],
])('the address with %s', (_what, own, address) => {
  expect(addressOf({ ...settings, ...own }, 'p/a').href).toBe(address);
});
