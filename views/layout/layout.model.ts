import type { Contact } from '../components/contact-details.model.ts';
import type { MenuEntry } from './menu.model.ts';

/** Header, menu and footer of a page. `menu` is empty where the backend has never answered. */
export type Layout = {
  siteName: string;
  shortName: string;
  slogan?: string;
  logoUrl?: string;
  home: string;
  searchAction: string;
  feed: string;
  manifest: string;
  menu: MenuEntry[];
  description?: string;
  contact?: Contact;
  contactHref?: string;
  copyright?: string;
  icp?: string;
};
