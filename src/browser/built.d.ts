/** What the build writes into the scripts. */
declare const BUILT: {
  /** The address of what asks whether the page is out of date. */
  readonly buildCheck: string;
  /** The addresses of AOS and of its style. */
  readonly revealScript: string;
  readonly revealStyle: string;
  /** The address of what sends files. */
  readonly sendScript: string;
  /** The words of the notices, by the `lang` of pages. */
  readonly notices: Readonly<
    Record<string, { build: string; payload: string; refresh: string; dismiss: string }>
  >;
};
