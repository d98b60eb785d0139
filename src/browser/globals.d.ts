/** Constants that the build writes into the scripts. */
declare const BUILT: {
  /** Addresses of scripts that are loaded later. */
  readonly buildCheck: string;
  readonly revealScript: string;
  readonly sendScript: string;
  /** Texts of the notices by the `lang` of the page. */
  readonly notices: Readonly<
    Record<string, { build: string; payload: string; refresh: string; unsaved: string; dismiss: string }>
  >;
};

/** The used part of AOS 3.0.0-beta.6, which has no types. */
declare module 'aos' {
  const aos: { init: (options: Record<string, string | number | boolean>) => void; refreshHard: () => void };
  export default aos;
}
