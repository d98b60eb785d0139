/** Paths on a grid of 24 by 24. Colour and size follow the text. */
const LINES = {
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14',
  phone:
    'M6 4h3.5l1.5 4.5-2 1.5a11 11 0 0 0 5 5l1.5-2 4.5 1.5V18a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
  mail: 'M4 6h16v12H4zM4.5 6.5 12 13l7.5-6.5',
  place:
    'M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11zM12 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  post: 'M4 9h16v9H4zM4 9l3-4h10l3 4M9.5 13.5h5',
  chat: 'M4 5.5h16v10.5h-8L8 19.5V16H4z',
} as const;

export type IconName = keyof typeof LINES;

/** A decorative icon next to a text, hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={LINES[name]} />
  </svg>
);
