import crypto from 'node:crypto';

type Open = (algorithm: string, key: Buffer, ...rest: unknown[]) => unknown;

/** DES with one key is triple DES with the same key three times. */
const withSingleDes =
  (open: Open): Open =>
  (algorithm, key, ...rest) =>
    algorithm === 'des'
      ? open('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
      : open(algorithm, key, ...rest);

/** s3rver names the pages of a list by DES, which OpenSSL 3 has no more. */
Object.assign(crypto, {
  createCipheriv: withSingleDes(crypto.createCipheriv as Open),
  createDecipheriv: withSingleDes(crypto.createDecipheriv as Open),
});
