/** What the build writes into the scripts. */
declare const BUILT: {
  /** The address of what asks whether the page is out of date. */
  readonly buildCheck: string;
  /** The address of AOS. */
  readonly revealScript: string;
  /** The address of what sends files. */
  readonly sendScript: string;
  /** The words of the notices, by the `lang` of pages. */
  readonly notices: Readonly<
    Record<string, { build: string; payload: string; refresh: string; unsaved: string; dismiss: string }>
  >;
};
