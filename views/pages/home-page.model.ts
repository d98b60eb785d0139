import type { HomeBlock } from '../home/block.model.ts';
import type { Banner, Figure } from '../home/hero.model.ts';

export type HomeBody = {
  kind: 'home';
  title: string;
  subtitle?: string;
  banners: Banner[];
  figures: Figure[];
  blocks: HomeBlock[];
};
