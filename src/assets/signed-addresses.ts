import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';

const MAX_REMEMBERED = 20_000;

/** Query parameters of which one means that an address is signed: S3, OSS, COS, OBS, TOS, GCS, CloudFront, Azure, Qiniu and CDNs. */
const SIGNATURE =
  /^(?:signature|q-signature|x-(?:amz|obs|tos|goog|bce|ufile)-signature|x-oss-signature|sig|token|auth_key|sign)$/iu;
/** The other parameters of a signed address that change with its signature. */
const WITH_SIGNATURE =
  /^(?:expires|(?:oss|aws)?accesskeyid|googleaccessid|policy|key-pair-id|security-token|q-.+|x-(?:amz|obs|tos|goog|bce|ufile)-.+|x-oss-(?!process$).+|e|t|ts|timestamp|s[a-z]|spr|sk[a-z]+)$/iu;

const nameOf = (parameter: string): string => parameter.split('=', 1)[0] ?? '';

/** The address without its signature, which is the same each time that the store signs it. */
export function identityOf(address: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\?([^#]*)/u.exec(address) ?? [];
  const parameters = query.split('&');
  if (!parameters.some((one) => SIGNATURE.test(nameOf(one)))) return address;
  const kept = parameters.filter(
    (one) => ![SIGNATURE, WITH_SIGNATURE].some((names) => names.test(nameOf(one))),
  );
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

type Signed = { address: string; source?: string };

/** The newest addresses of assets in a private store, by their identities, and the responses that contain them. */
export function createSignedAddresses() {
  const newest = new LRUCache<string, Signed>({ max: MAX_REMEMBERED });
  const source = new AsyncLocalStorage<string>();

  return {
    /** Returns the identity of an address, and remembers the address. */
    note(address: string): string {
      const identity = identityOf(address);
      if (identity !== address) newest.set(identity, { address, source: source.getStore() });
      return identity;
    },

    /** Parses a backend response: it is the source of the addresses that are noted meanwhile. */
    noteFrom: <T>(key: string, parse: () => T): T => source.run(key, parse),

    find: (identity: string): Signed => newest.get(identity) ?? { address: identity },
  };
}

export type SignedAddresses = ReturnType<typeof createSignedAddresses>;
