/** Constants that the build inserts into the scripts. */
declare const BUILT: {
  /** URLs of scripts that are loaded later. */
  readonly imagesScript: string;
  readonly revealScript: string;
  readonly sendScript: string;
};

/** Network Information API (https://wicg.github.io/netinfo/), which TypeScript does not know. */
interface Navigator {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

/** Types of the functions that the site uses from AOS 3.0.0-beta.6, which has no types of its own. */
declare module 'aos' {
  const aos: { init: (options: Record<string, string | number | boolean>) => void; refreshHard: () => void };
  export default aos;
}

declare module 'opencc-js/dict/TSCharacters' {
  /** Pairs of a traditional and a simplified character: `後 后|發 发`. */
  const pairs: string;
  export default pairs;
}
