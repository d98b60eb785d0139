/** Articles and hits a page. */
export const PAGE_SIZE = 10;

/** Numbers beside the current one that the pagination shows. */
const NEIGHBOURS = 1;

export type Paging = { page: number; pages: number };

/** The page number of a query value: 1 where it is missing, undefined where it is not a whole number from 1 up. */
export function readPage(values: readonly string[]): number | undefined {
  if (values.length === 0) return 1;
  const [value] = values;
  if (values.length > 1 || value === undefined || !/^[1-9]\d{0,8}$/u.test(value)) return undefined;
  return Number(value);
}

/** How many pages `total` records fill; an empty list has one, empty page. */
export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** The numbers to show for a page: first, last, the current one and its neighbours; `gap` for what is left out. */
export function pageNumbers({ page, pages }: Paging): (number | 'gap')[] {
  const shown = new Set([1, pages]);
  for (let number = page - NEIGHBOURS; number <= page + NEIGHBOURS; number += 1) shown.add(number);
  const numbers = [...shown].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
  return numbers.flatMap((number, index) => gapBefore(numbers[index - 1], number));
}

function gapBefore(previous: number | undefined, number: number): (number | 'gap')[] {
  const distance = number - (previous ?? number - 1);
  if (distance === 1) return [number];
  return distance === 2 ? [number - 1, number] : ['gap', number];
}
