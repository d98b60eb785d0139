/** The longest wait, in milliseconds: a release can go unnoticed. */
const PATIENCE_MS = 1000;

let released = Promise.resolve();
let release: (() => void) | undefined;

function press(): void {
  if (release) return;
  released = new Promise((resolve) => {
    release = resolve;
  });
  setTimeout(letGo, PATIENCE_MS);
}

function letGo(): void {
  release?.();
  release = undefined;
}

/** The click comes right after the release. */
const letGoSoon = (): void => {
  setTimeout(letGo);
};

/** Follows whether a button is being pressed: a problem that appears above it would move it away under the pointer. */
export function watchPointer(): void {
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('pointerup', letGoSoon, true);
  document.addEventListener('pointercancel', letGoSoon, true);
}

/** Resolves when no button is pressed. */
export const untilReleased = (): Promise<void> => released;
