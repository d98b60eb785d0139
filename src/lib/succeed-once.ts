/** Does `work` until it has succeeded once: who asks meanwhile waits for the try that is under way, and gets its failure. */
export function succeedOnce(work: () => Promise<void>): () => Promise<void> {
  let attempt: Promise<void> | undefined;
  return () => {
    attempt ??= work().catch((error: unknown) => {
      attempt = undefined;
      throw error;
    });
    return attempt;
  };
}
