import { qrAddress } from '../../src/content/qr-address.ts';

/**
 * Where a print-out comes from, in letters and as a code to scan. `hidden` holds before any style is there; the style of print
 * shows it, and only then is the picture asked for.
 */
export function PrintAddress({ address }: { address: string }) {
  const { pathname, search } = new URL(address);
  const code = search ? undefined : qrAddress(pathname);
  return (
    <div className="print-address wrap" hidden>
      {code && <img src={code} alt="" width="96" height="96" loading="lazy" />}
      <p>{address}</p>
    </div>
  );
}
