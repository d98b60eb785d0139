import type { Texts } from '../../src/i18n/set-up.ts';
import type { SiteAssets } from '../document.model.ts';
import { Block } from '../home/block.tsx';
import { Features, Figures, Hero } from '../home/hero.tsx';
import { LateStyle } from '../layout/style.tsx';
import type { HomeBody } from './body.model.ts';

type Props = { body: HomeBody; texts: Texts; assets: SiteAssets };

export function HomePage({ body, texts, assets }: Props) {
  const { title, subtitle, banners, figures, blocks } = body;
  const [first, ...others] = banners;
  return (
    <>
      <Hero title={title} subtitle={subtitle} banner={first} />
      <LateStyle assets={assets} />
      <Figures figures={figures} />
      <Features banners={others} />
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and two blocks may be of one kind
        <Block key={index} block={block} texts={texts} />
      ))}
    </>
  );
}
