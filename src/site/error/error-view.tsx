import type { Link } from '../../../views/components/links.tsx';
import { Phrases } from '../../../views/components/text.tsx';
import type { SiteAssets } from '../../../views/document.model.ts';
import { DeferredStyle } from '../../../views/layout/head.tsx';

export type ErrorBody = {
  kind: 'error';
  picture: '404' | '500';
  text: string;
  hint: string;
  action: Link;
  /** Sentence with the request id. */
  quote?: string;
};

type Props = { body: ErrorBody; assets: SiteAssets };

export function ErrorPage({ body: { picture, text, hint, action, quote }, assets }: Props) {
  return (
    <>
      <DeferredStyle assets={assets} />
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
