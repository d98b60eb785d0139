import { type ArticleCard, ArticleItem } from '../../../views/components/article-list.tsx';
import { More } from '../../../views/components/links.tsx';
import { hasPicture, Picture } from '../../../views/components/picture.tsx';
import { Day, Heading, Marked, Phrases } from '../../../views/components/text.tsx';
import type { SiteAssets } from '../../../views/document.model.ts';
import { DeferredStyle } from '../../../views/layout/head.tsx';
import type { Texts } from '../../i18n/set-up.ts';
import { type PageSection, SectionView } from '../sections/section-view.tsx';

type BannerModel = { title: string; subtitle?: string; picUrl?: string; href?: string };
type FigureModel = { label: string; value: string; unit?: string };

type HeroProps = { title: string; subtitle?: string; banner?: BannerModel };

const Hero = ({ title, subtitle, banner }: HeroProps) => (
  <div className={banner?.picUrl ? 'hero' : 'hero hero-plain'}>
    <Picture src={banner?.picUrl} display="screen" className="hero-picture" isFirst />
    <div className="hero-words">
      <h1 className="lines">
        <Phrases text={title} />
      </h1>
      {subtitle && <p className="hero-subtitle lines">{subtitle}</p>}
      {banner && (
        <div className="hero-banner">
          <p className="hero-banner-title lines">
            {banner.href ? <a href={banner.href}>{banner.title}</a> : banner.title}
          </p>
          {banner.subtitle && <p className="lines">{banner.subtitle}</p>}
        </div>
      )}
    </div>
  </div>
);

/** Shows the other banners side by side, without a carousel. */
function Features({ banners }: { banners: BannerModel[] }) {
  if (banners.length === 0) return null;
  const isPictured = hasPicture(banners);
  return (
    <ul className="list-grid features wrap" data-reveal="items">
      {banners.map(({ title, subtitle, picUrl, href }) => (
        <li key={title}>
          <Picture src={picUrl} display="half" isFramed={isPictured} />
          <h2 className="feature-title lines">
            {href ? (
              <a className="card-link" href={href}>
                {title}
              </a>
            ) : (
              title
            )}
          </h2>
          {subtitle && <p className="card-summary lines">{subtitle}</p>}
        </li>
      ))}
    </ul>
  );
}

/** Maximum length of a value that fits next to three others. */
const SHORT_VALUE = 6;

const isLong = ({ value }: FigureModel): boolean => value.length > SHORT_VALUE;

export const Figures = ({ figures }: { figures: FigureModel[] }) =>
  figures.length > 0 && (
    <dl className={figures.some(isLong) ? 'figures figures-wide wrap' : 'figures wrap'} data-reveal="self">
      {figures.map(({ label, value, unit }) => (
        <div key={label}>
          <dt className="lines">{label}</dt>
          <dd>
            <span className="figure-value">{value}</span>
            {unit && <span className="figure-unit"> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );

export type HomeBody = {
  kind: 'home';
  title: string;
  subtitle?: string;
  banners: BannerModel[];
  figures: FigureModel[];
  blocks: HomeBlock[];
};

export type HomeBlock = PageSection & { kind: string; title: string; subtitle?: string; picUrl?: string };

type Props = { body: HomeBody; texts: Texts; assets: SiteAssets };

export function HomePage({ body, texts, assets }: Props) {
  const { title, subtitle, banners, figures, blocks } = body;
  const [first, ...others] = banners;
  return (
    <>
      <Hero title={title} subtitle={subtitle} banner={first} />
      <DeferredStyle assets={assets} />
      <Figures figures={figures} />
      <Features banners={others} />
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and two blocks may be of one kind
        <Block key={index} block={block} texts={texts} />
      ))}
    </>
  );
}

/** Shows a block of the home page. Its kind selects the style; its content selects the view. */
function Block({ block, texts }: { block: HomeBlock; texts: Texts }) {
  const { id, code, kind, title, subtitle, picUrl, more, content } = block;
  return (
    <section className={`block block-${kind}`} id={id} data-code={code}>
      <div className="wrap" data-reveal="items">
        <div className="block-head">
          <Heading level={2}>{title}</Heading>
          {subtitle && <p className="lines">{subtitle}</p>}
          {more && <More {...more} />}
        </div>
        <div className="block-body">
          <Picture src={picUrl} display="wide" className="block-picture" />
          {content.kind === 'articles' && content.list.length > 0 ? (
            <NewsBlock list={content.list} texts={texts} />
          ) : (
            <SectionView content={content} level={3} texts={texts} display="half" />
          )}
        </div>
      </div>
    </section>
  );
}

const titleText = ({ title }: ArticleCard): string => title.map(({ text }) => text).join('');

function NewsBlock({ list, texts }: { list: ArticleCard[]; texts: Texts }) {
  const [newest, ...others] = list;
  return (
    <div className="news">
      {newest && (
        <div>
          <ArticleItem card={newest} level={3} display="news" />
          <a
            className="more"
            href={newest.href}
            aria-label={`${texts.detail}${texts.colon}${titleText(newest)}`}
          >
            {texts.detail}
          </a>
        </div>
      )}
      {others.length > 0 && (
        <ul className="headlines">
          {others.map((card) => (
            <li key={card.href}>
              <Day day={card.day} className="card-meta" />
              <h3>
                <a href={card.href}>
                  <Marked parts={card.title} isTitle />
                </a>
              </h3>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
