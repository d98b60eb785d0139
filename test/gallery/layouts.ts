import { homePath, languageFacts } from '../../src/i18n/languages.ts';
import { translate } from '../../src/i18n/set-up.ts';
import { bareLayout } from '../../src/site/layout/page-context.ts';
import type { Contact } from '../../views/components/contact-details.tsx';
import type { Link } from '../../views/components/links.tsx';
import type { Layout, MenuEntry } from '../../views/document.model.ts';
import { RIBBON, SCENE, SMALL } from './pictures.ts';
import { many } from './specimen.ts';
import { COMPOUND, LONG_ADDRESS, type Words } from './words.ts';

const CHILDREN = 4;
/** Index of the current item. */
const CURRENT = 2;

export const hrefOf = ({ language }: Words, path: string): string =>
  `${languageFacts[language].prefix}/${path}`;

export const homeLink = ({ language, texts }: Words): Link => ({
  href: homePath(language),
  text: texts.home,
});

export const contact = (words: Words): Contact => ({
  phone: '+86 25 8888 6666',
  email: 'ir@example.com',
  address: words.address,
  zipCode: '210019',
  wxAccount: 'yuanshan-group',
  wxQrCodeUrl: SMALL,
  wxQrAlt: translate(words.language, 'wechatQr', { name: words.shortName }),
});

function menuOf(words: Words, names: string[], children: number): MenuEntry[] {
  return names.map((text, index) => ({
    href: hrefOf(words, `item-${index}`),
    text,
    current: index === CURRENT ? 'true' : undefined,
    children: many(children, (number) => ({
      href: hrefOf(words, `item-${index}/${number}`),
      text: `${words.menu[number % words.menu.length]} ${number}`,
      current: index === CURRENT && number === 1 ? 'page' : undefined,
      children: [],
    })),
  }));
}

/** Builds a layout with every optional value. */
export const fullLayout = (words: Words): Layout => ({
  ...bareLayout(words.language, words.texts),
  siteName: words.name,
  shortName: words.shortName,
  slogan: words.sentence,
  logoUrl: SCENE,
  menu: menuOf(words, words.menu, CHILDREN),
  description: words.paragraph,
  contact: contact(words),
  contactHref: hrefOf(words, 'contact-us'),
  copyright: `© 2030 ${words.name}`,
  icp: '苏ICP备00000000号-1',
  policeRecord: '苏公网安备32010002000001号',
  legalLinks: [{ href: hrefOf(words, 'privacy'), text: words.menu[0] ?? '' }],
});

/** Builds a layout without optional values and with one menu item. */
export const sparseLayout = (words: Words): Layout => ({
  ...bareLayout(words.language, words.texts),
  siteName: words.name,
  shortName: words.shortName,
  menu: menuOf(words, words.menu.slice(0, 1), 0),
});

/** Builds a layout in which every text is too long, and a wide logo. */
export const longLayout = (words: Words): Layout => ({
  ...fullLayout(words),
  logoUrl: RIBBON,
  siteName: words.longTitle,
  shortName: words.longTitle,
  menu: menuOf(words, [...words.menu, words.title, words.longTitle.slice(0, 40)], CHILDREN),
  contact: {
    ...contact(words),
    phone: '+86 25 8888 6666 / +86 25 8888 7777 / +86 25 8888 8888',
    email: `${COMPOUND.toLowerCase()}@example.com`,
    address: words.longTitle,
    wxAccount: COMPOUND,
  },
  copyright: `© 1998–2030 ${words.longTitle} ${LONG_ADDRESS}`,
});

/** Builds a layout with more menu items than fit a row. */
export const crowdedLayout = (words: Words): Layout => ({
  ...fullLayout(words),
  menu: menuOf(
    words,
    many(20, (number) => `${words.menu[number % words.menu.length]} ${number}`),
    30,
  ),
});
