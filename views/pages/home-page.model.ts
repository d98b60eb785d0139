import type { HomeBlock } from '../home/block.model.ts';
import type { BannerModel, FigureModel } from '../home/hero.model.ts';

export type HomeBody = {
  kind: 'home';
  title: string;
  subtitle?: string;
  banners: BannerModel[];
  figures: FigureModel[];
  blocks: HomeBlock[];
};
