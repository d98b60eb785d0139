import { expect, it } from 'vitest';
import { createSignedAddresses, identityOf } from './assets.ts';

it.each([
  ['/a.pdf?X-Amz-Algorithm=A&X-Amz-Date=1&X-Amz-Expires=9&X-Amz-Signature=s', '/a.pdf'],
  ['https://b.oss.example/a.png?OSSAccessKeyId=k&Expires=1&Signature=s%2B', 'https://b.oss.example/a.png'],
  [
    '/a.png?x-oss-process=image/resize,w_9&x-oss-signature=s&x-oss-date=1',
    '/a.png?x-oss-process=image/resize,w_9',
  ],
  ['/a.png?q-sign-algorithm=sha1&q-ak=k&q-sign-time=1;2&q-signature=s', '/a.png'],
  ['/a.png?sv=2024&se=2030&sr=b&sp=r&sig=s', '/a.png'],
  ['/a.png?v=3&e=1700&token=t', '/a.png?v=3'],
  ['/a.png?auth_key=1-0-0-s', '/a.png'],
  ['/a.png?v=3&e=1700', '/a.png?v=3&e=1700'],
  ['/get?id=7&expires=never', '/get?id=7&expires=never'],
  ['/a.png#?sig=s', '/a.png#?sig=s'],
])('turns %s into the identity %s', (address, identity) => {
  expect(identityOf(address)).toBe(identity);
});

it('finds the newest URL and its source by identity', () => {
  const signed = createSignedAddresses();
  for (const signature of ['one', 'two'])
    signed.noteFrom(`source ${signature}`, () => signed.note(`/a.pdf?sig=${signature}`));
  expect(signed.find('/a.pdf')).toEqual({ address: '/a.pdf?sig=two', source: 'source two' });
  expect(signed.find('/b.pdf')).toEqual({ address: '/b.pdf' });
});
