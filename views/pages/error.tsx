import { Phrases } from '../components/text.tsx';
import type { ErrorBody, SiteAssets } from '../document.model.ts';
import { LateStyle } from '../layout/head.tsx';

type Props = { body: ErrorBody; assets: SiteAssets };

export function ErrorPage({ body: { picture, text, hint, action, quote }, assets }: Props) {
  return (
    <>
      <LateStyle assets={assets} />
      <div className="error-page wrap">
        <img
          src={assets[`images/${picture}.svg`]}
          alt=""
          width="480"
          height="270"
          decoding="async"
          loading="lazy"
        />
        <h1>
          <Phrases text={text} />
        </h1>
        <p>{hint}</p>
        <p>
          <a className="button" href={action.href}>
            {action.text}
          </a>
        </p>
        {quote && <p className="quote-number">{quote}</p>}
      </div>
    </>
  );
}
