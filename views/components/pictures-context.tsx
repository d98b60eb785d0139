import { createContext } from 'react';
import type { Pictures } from '../../src/content/resized-pictures.ts';

/** The known facts of the pictures of the page that is rendered. */
export const KnownPictures = createContext<Pictures>({});
