export const PAGE_SIZE = 10;

export type Paging = { pageNo: number; pageCount: number };

/** Parses the page number in a query parameter. Returns 1 if it is missing, undefined if it is invalid. */
export function parsePageNumber(values: readonly string[]): number | undefined {
  if (values.length === 0) return 1;
  const [value] = values;
  if (values.length > 1 || value === undefined || !/^[1-9]\d{0,8}$/u.test(value)) return undefined;
  return Number(value);
}

/** Calculates the number of pages from the first page. A backend may send fewer records than requested, or all of them. */
export const countPages = (first: { total: number; received: number }, requestedSize = PAGE_SIZE): number =>
  Math.max(1, Math.ceil(first.total / (first.received || requestedSize)));

/** Lists the page numbers to show: first, last, current and its neighbours, with `gap` for omitted numbers. */
export function listPageNumbers({ pageNo, pageCount }: Paging): (number | 'gap')[] {
  const all = new Set(
    [1, pageNo - 1, pageNo, pageNo + 1, pageCount].filter((one) => one >= 1 && one <= pageCount),
  );
  const numbers = [...all].sort((one, other) => one - other);
  return numbers.flatMap((number, index) => withGapBefore(numbers[index - 1], number));
}

function withGapBefore(previous: number | undefined, number: number): (number | 'gap')[] {
  const distance = number - (previous ?? number - 1);
  if (distance === 1) return [number];
  return distance === 2 ? [number - 1, number] : ['gap', number];
}
