import type { MenuEntry } from '../../src/services/page-model.ts';

type Props = { menu: MenuEntry[]; label: string };

/** One list: a row with panels on wide screens, the sections of the drawer on narrow ones. */
export function Menu({ menu, label }: Props) {
  if (menu.length === 0) return null;
  return (
    <nav className="menu" aria-label={label}>
      <ul>
        {menu.map((entry) => (
          <li key={entry.href}>
            <MenuLink entry={entry} />
            {entry.children.length > 0 && <Panel entry={entry} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What lies below an item. An item without children has none: there would be nothing in it to go to. */
function Panel({ entry }: { entry: MenuEntry }) {
  return (
    <div className="menu-panel">
      {entry.description && <p>{entry.description}</p>}
      <ul>
        {entry.children.map((child) => (
          <li key={child.href}>
            <MenuLink entry={child} />
            {child.description && <p>{child.description}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Descriptions stand beside the link, not in it: its name stays short for those who hear it. */
const MenuLink = ({ entry }: { entry: MenuEntry }) => (
  <a href={entry.href} aria-current={entry.current}>
    {entry.text}
  </a>
);
