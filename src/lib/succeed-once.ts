/** Runs `work` until it has succeeded once, and returns its result. Concurrent calls share one attempt and its failure. */
export function succeedOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let attempt: Promise<T> | undefined;
  return () => {
    attempt ??= work().catch((error: unknown) => {
      attempt = undefined;
      throw error;
    });
    return attempt;
  };
}
