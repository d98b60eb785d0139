import type { Link } from '../components/link.model.ts';

export type MenuEntry = Link & { description?: string; current?: 'page' | 'true'; children: MenuEntry[] };
