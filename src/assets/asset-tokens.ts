import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';

/** Encrypts equal beginnings to equal beginnings, so that the tokens of one page compress well. */
const CIPHER = 'aes-256-cfb8';
const IV = Buffer.alloc(16);
const MAC_BYTES = 12;

/**
 * Tokens that only the site can make: the encrypted address of an asset and 96 bits of HMAC-SHA-256 of the address and the name. They name no
 * host and no secret. An asset always has the same token.
 */
export function createAssetTokens(secret: string) {
  const [cipherKey, macKey] = ['cipher', 'mac'].map((use) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `asset token ${use}`, 32))),
  ) as [ReturnType<typeof createSecretKey>, ReturnType<typeof createSecretKey>];

  const macOf = (asset: string, name: string): Buffer =>
    createHmac('sha256', macKey).update(`${name}\n${asset}`).digest().subarray(0, MAC_BYTES);

  return {
    make: (asset: string, name: string): string =>
      Buffer.concat([createCipheriv(CIPHER, cipherKey, IV).update(asset), macOf(asset, name)]).toString(
        'base64url',
      ),

    /** Asset of a token; undefined if the token was not made here or is for another name. */
    read(token: string, name: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
      const asset = createDecipheriv(CIPHER, cipherKey, IV).update(bytes.subarray(0, -MAC_BYTES)).toString();
      return timingSafeEqual(macOf(asset, name), bytes.subarray(-MAC_BYTES)) ? asset : undefined;
    },
  };
}
