/** How long a step may take, on a machine that is busy with other things too. */
export const PATIENCE_MS = 15_000;

/** For what a page comes to by itself. */
export const patiently = { timeout: PATIENCE_MS };
