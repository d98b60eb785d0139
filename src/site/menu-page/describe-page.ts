import type { ArticleCard } from '../../../views/components/article-list.tsx';
import type { MenuItem } from '../../content/menu/menu.ts';
import type { SiteContext } from '../layout/page-context.ts';
import type { SectionContent } from '../sections/section-view.tsx';

type PageEntry = { name: string } | { title: ArticleCard['title'] | string };

function entryName(entry: PageEntry): string {
  if ('name' in entry) return entry.name;
  return typeof entry.title === 'string' ? entry.title : entry.title.map(({ text }) => text).join('');
}

const joinNames = (names: readonly (string | undefined)[]): string => names.filter(Boolean).join(' · ');

function describeContent(content: SectionContent): string {
  // The text of the intake describes only the current round.
  if (content.kind === 'application') return '';
  if ('description' in content && content.description) return content.description;
  if ('list' in content) return joinNames((content.list as PageEntry[]).map(entryName));
  if ('years' in content) return joinNames(content.years.flatMap(({ list }) => list.map(entryName)));
  if (content.kind !== 'contact') return '';
  const { phone, email, address } = content.contact;
  return joinNames([content.name, phone, email, address]);
}

/** Describes the page of a menu item without a description by its own text, or by the names of what it shows. */
export async function describePage(
  { reader }: Pick<SiteContext, 'reader'>,
  node: Pick<MenuItem, 'code' | 'name' | 'children'>,
  own?: SectionContent,
): Promise<string> {
  const records = own?.kind === 'common' ? await reader.common(node.code) : [];
  return [
    ...records.flatMap(({ title, remarkContent }) => [title === node.name ? '' : title, remarkContent?.text]),
    own && describeContent(own),
    joinNames(node.children.map(({ name }) => name)),
  ]
    .filter(Boolean)
    .join('\n');
}
