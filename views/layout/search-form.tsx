import type { Texts } from '../../src/i18n/set-up.ts';

type Props = {
  action: string;
  texts: Texts;
  id: string;
  keyword?: string;
  label?: string;
  /** htmx attributes. */
  swap?: Record<`hx-${string}`, string>;
};

export function SearchForm({ action, texts, id, keyword, label, swap }: Props) {
  return (
    <form className="search-form" role="search" aria-label={label} action={action} {...swap}>
      <label className="visually-hidden" htmlFor={id}>
        {texts.search}
      </label>
      <input
        id={id}
        type="search"
        name="keyword"
        placeholder={texts.searchPlaceholder}
        defaultValue={keyword}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button type="submit">{texts.search}</button>
    </form>
  );
}
