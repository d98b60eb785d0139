export type Head = {
  title: string;
  description?: string;
  keywords: string;
  canonical?: string;
  alternates: { hreflang: string; href: string }[];
  openGraphType: 'website' | 'article';
  image?: string;
  jsonLd: object[];
  /** False keeps the page out of search engines. */
  indexed: boolean;
  /** The script that a page of this kind loads besides the site's own. */
  script?: 'form' | 'search';
};
