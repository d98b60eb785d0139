export type Point = { x: number; y: number };

/** Keys that the tests press beside letters. */
export type Key = 'Enter' | 'Escape' | 'Tab';

/** What each kind of engine does in its own words; everything else is made of it (`page.ts`). */
export type Driver = {
  /** Starts the way to an address; whether it has loaded is asked by `evaluate`. */
  navigate: (url: string) => Promise<void>;
  /** The value of an expression in the page, through JSON. */
  evaluate: (expression: string) => Promise<unknown>;
  moveTo: (point: Point) => Promise<void>;
  click: (point: Point) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** Types letters into what has the focus. */
  type: (text: string) => Promise<void>;
  choose: (selector: string, files: string[]) => Promise<void>;
  /** An engine takes the size that comes nearest: MiniBrowser has no window below 447 pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** PNG of the window, or of the whole page where the engine can do that. */
  /** What the window shows, as PNG. */
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
};
