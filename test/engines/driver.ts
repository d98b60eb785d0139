export type Point = { x: number; y: number };

/** Operations of each kind of engine; `page.ts` builds on them. */
export type Driver = {
  /** Starts loading a URL. */
  navigate: (url: string) => Promise<void>;
  /** Evaluates an expression in the page; the result is JSON. */
  evaluate: (expression: string) => Promise<unknown>;
  moveTo: (point: Point) => Promise<void>;
  click: (point: Point) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  choose: (selector: string, files: string[]) => Promise<void>;
  /** MiniBrowser has no window below 447 pixels. */
  resize: (width: number, height: number) => Promise<void>;
  close: () => Promise<void>;
};
