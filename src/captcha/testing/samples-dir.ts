import path from 'node:path';

/** The kept samples, as the tests find them. */
export const SAMPLES_DIR = path.join(import.meta.dirname, '../samples');
