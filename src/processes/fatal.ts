import type { Logger } from 'pino';

/** Ends the process on an unexpected failure, with one line in the log, because its state is unknown from then on. */
export function endOnFailure(log: Logger): void {
  const end = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
    log.fatal({ err: error, origin }, 'unexpected fault: the process ends');
    process.exit(1);
  };
  // An unhandled rejection arrives here too; `origin` tells.
  process.once('uncaughtException', end);
}
