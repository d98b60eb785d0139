export type Point = { x: number; y: number };

/** Operations of each kind of engine, on which `page.ts` builds. */
export type Driver = {
  /** Starts loading a URL. */
  navigate: (url: string) => Promise<void>;
  /** Evaluates an expression in the page. The result must be JSON. */
  evaluate: (expression: string) => Promise<unknown>;
  moveTo: (point: Point) => Promise<void>;
  click: (point: Point) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  choose: (selector: string, files: string[]) => Promise<void>;
  /** The minimum width of a MiniBrowser window is 447 pixels. */
  resize: (width: number, height: number) => Promise<void>;
  close: () => Promise<void>;
};
