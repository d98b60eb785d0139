import { receiverStatus } from '../../failures.ts';

/** What is not taken: the kind decides the status, the message is the answer. */
export class Refusal extends Error {
  readonly status: number;

  constructor(kind: keyof typeof receiverStatus, message: string) {
    super(message);
    this.status = receiverStatus[kind];
  }
}
