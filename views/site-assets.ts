/** Addresses of the site's own files by their names in `public/`: `{"css/site.css": "/assets/site-1a2b3c4d.css"}`. */
export type SiteAssets = Readonly<Record<string, string>>;
