/** What has the focus, in the order of the document. */
export type Focus = { order: number; name: string; hasOutline: boolean; isInSight: boolean };

export const faultsIn = (walked: (Focus | undefined)[]): string[] =>
  walked.flatMap((focus) => [
    ...(focus?.hasOutline ? [] : [`no outline: ${focus?.name}`]),
    ...(focus?.isInSight ? [] : [`out of sight: ${focus?.name}`]),
  ]);
