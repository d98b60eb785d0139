export type Environment = Record<string, string | undefined>;

/**
 * The one reader of `process.env`: the environment of this process, or for one that it starts; what it has itself wins over
 * `defaults`, `changes` over both.
 */
export const environmentWith = (defaults: Environment, changes: Environment): Environment => ({
  ...defaults,
  ...process.env,
  ...changes,
});

/** How packages ask which environment they run in: the build answers it for React. */
export const ENVIRONMENT_QUESTION = 'process.env.NODE_ENV';
