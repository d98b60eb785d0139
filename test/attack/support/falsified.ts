import { falsifyNames } from '../../support/false-names.ts';

/** Loaded before the site's own code: names of the attack get the addresses that the attack wants. */
falsifyNames(JSON.parse(process.env.FALSE_NAMES ?? '{}'));
