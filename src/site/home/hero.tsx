import { Picture } from '../../../views/components/picture.tsx';
import { Phrases } from '../../../views/components/text.tsx';

export type BannerModel = { title: string; subtitle?: string; picUrl?: string; href?: string };
export type FigureModel = { label: string; value: string; unit?: string };

type HeroProps = { title: string; subtitle?: string; banner?: BannerModel };

/** Title of the group over its first banner, with the banner's link. */
export const Hero = ({ title, subtitle, banner }: HeroProps) => (
  <div className={banner?.picUrl ? 'hero' : 'hero hero-plain'}>
    <Picture src={banner?.picUrl} shown="screen" className="hero-picture" isFirst />
    <div className="hero-words">
      <h1>
        <Phrases text={title} />
      </h1>
      {subtitle && <p className="hero-subtitle">{subtitle}</p>}
      {banner && (
        <div className="hero-banner">
          <p className="hero-banner-title">
            {banner.href ? <a href={banner.href}>{banner.title}</a> : banner.title}
          </p>
          {banner.subtitle && <p>{banner.subtitle}</p>}
        </div>
      )}
    </div>
  </div>
);

/** The other banners, side by side without a carousel. */
export const Features = ({ banners }: { banners: BannerModel[] }) =>
  banners.length > 0 && (
    <ul className="list-grid features wrap" data-reveal="items">
      {banners.map(({ title, subtitle, picUrl, href }) => (
        <li key={title}>
          <Picture src={picUrl} shown="half" />
          <h2 className="feature-title">
            {href ? (
              <a className="card-link" href={href}>
                {title}
              </a>
            ) : (
              title
            )}
          </h2>
          {subtitle && <p className="card-summary">{subtitle}</p>}
        </li>
      ))}
    </ul>
  );

/** Maximum characters of a value that fits next to three others. */
const SHORT_VALUE = 6;

const isLong = ({ value }: FigureModel): boolean => value.length > SHORT_VALUE;

export const Figures = ({ figures }: { figures: FigureModel[] }) =>
  figures.length > 0 && (
    <dl className={figures.some(isLong) ? 'figures figures-wide wrap' : 'figures wrap'} data-reveal="self">
      {figures.map(({ label, value, unit }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="figure-value">{value}</span>
            {unit && <span className="figure-unit"> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
