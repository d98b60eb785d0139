import type { RequestHandler } from 'express';
import { INK, PAPER } from '../../content/colours.ts';
import { homePath } from '../../i18n/languages.ts';
import type { Services } from '../../services.ts';

const MAX_AGE_S = 86_400;

type Dependencies = Pick<Services, 'siteAssets' | 'requestContexts'>;

/** Name and icons on a phone's home screen (https://www.w3.org/TR/appmanifest/). */
export const webmanifest =
  ({ siteAssets, requestContexts }: Dependencies): RequestHandler =>
  async (request, response) => {
    const { reader } = requestContexts.contextOf(request);
    const group = await reader.group();
    const icon = (name: string, side: number, purpose?: string) => ({
      src: siteAssets[`images/${name}`],
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose,
    });
    const body = {
      id: homePath(reader.language),
      name: group.name,
      short_name: group.shortName ?? group.name,
      lang: request.lng,
      start_url: homePath(reader.language),
      scope: '/',
      display: 'browser',
      background_color: PAPER,
      theme_color: INK,
      icons: [
        icon('icon-192.png', 192),
        icon('icon-512.png', 512),
        icon('icon-maskable.png', 512, 'maskable'),
      ],
    };
    response
      .set('Cache-Control', `public, max-age=${MAX_AGE_S}`)
      .type('application/manifest+json')
      .send(JSON.stringify(body));
  };
