/** What the rules have to know of how a page is looked at. */
export type Situation = { device: 'phone' | 'desk'; isMenuOpen: boolean };
