export type Environment = Record<string, string | undefined>;

/** The environment of this process, or for a child process. The only reader of `process.env`. `changes` override it, it overrides `defaults`. */
export const environmentWith = (defaults: Environment, changes: Environment): Environment => ({
  ...defaults,
  ...process.env,
  ...changes,
});

/** Expression by which packages read their mode: the build replaces it for React. */
export const NODE_ENV_EXPRESSION = 'process.env.NODE_ENV';
