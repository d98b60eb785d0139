/** Runs `work` until it has succeeded once. Concurrent calls share one attempt and its failure. */
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
