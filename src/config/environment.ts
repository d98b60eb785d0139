export type Environment = Record<string, string | undefined>;

/**
 * Returns the environment of this process, or for a child process. The only reader of `process.env`. `changes` override it, and it
 * overrides `defaults`.
 */
export const environmentWith = (defaults: Environment, changes: Environment): Environment => ({
  ...defaults,
  ...process.env,
  ...changes,
});

/** Expression by which packages read their mode. The build replaces it for React. */
export const NODE_ENV_EXPRESSION = 'process.env.NODE_ENV';

/** The oldest Node version that runs the site. */
export const NEEDED_MAJOR = 24;

export const isNewEnough = (version: string): boolean => Number(version.split('.')[0]) >= NEEDED_MAJOR;
