import type { Logger } from 'pino';

/** A fault that nobody expected leaves the process in a state that nobody knows: one line says why it ends. */
export function endOnFault(log: Logger): void {
  const end = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
    log.fatal({ err: error, origin }, 'unexpected fault: the process ends');
    process.exit(1);
  };
  // An unhandled rejection comes here too, by the name of its origin.
  process.once('uncaughtException', end);
}
