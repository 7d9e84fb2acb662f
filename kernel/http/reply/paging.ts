import { z } from 'zod'

const MAX_PAGE_SIZE = 100

const whole = (name: string, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${name} is a whole number`)
    .transform(Number)
    .pipe(z.number().min(1, `${name} is at least 1`).max(max, `${name} is at most ${max}`))

const notDigits = (given: unknown): boolean => typeof given === 'string' && !/^\d{1,16}$/.test(given)

/** A whole number of a query or a path as its digits: 0x10, 1e1 and blanks are numbers to JavaScript alone. */
export const digits = (min: number, max: number) =>
  z.preprocess((given) => (notDigits(given) ? Number.NaN : given), z.coerce.number('give a whole number').int().min(min).max(max))

/** Query fields of every paged list; spread `pageQuery.shape` into a route's own query schema. */
export const pageQuery = z.object({
  page: whole('page', 1_000_000).default(1).describe('From 1.'),
  page_size: whole('page_size', MAX_PAGE_SIZE).default(20).describe('1 to 100.'),
})

export type PageQuery = z.output<typeof pageQuery>

const paginationSchema = z
  .object({
    page: z.int(),
    page_size: z.int(),
    total_items: z.int(),
    total_pages: z.int(),
    has_next: z.boolean(),
    has_previous: z.boolean(),
    next_page_url: z.string().nullable(),
    previous_page_url: z.string().nullable(),
  })
  .meta({
    id: 'Pagination',
    description: 'Where a page stands.',
    examples: [
      {
        page: 1,
        page_size: 20,
        total_items: 57,
        total_pages: 3,
        has_next: true,
        has_previous: false,
        next_page_url: '/path?page=2&page_size=20',
        previous_page_url: null,
      },
    ],
  })

export type Pagination = z.output<typeof paginationSchema>

/** Schema of a paged reply. */
export const pagedSchema = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), pagination: paginationSchema })

/** Rows to skip and to take for a page. */
export const sliceOf = ({ page, page_size }: PageQuery): { skip: number; top: number } => ({ skip: (page - 1) * page_size, top: page_size })

/**
 * The reply of a paged list. `url` is the request's own, path and query: the neighbours' URLs keep its other parameters. Who stands behind
 * the end, since items went meanwhile, is led back to the last page.
 */
export function paged<Item>(
  url: string,
  query: PageQuery,
  items: readonly Item[],
  totalItems: number,
): { items: Item[]; pagination: Pagination } {
  const { page, page_size } = query
  const total_pages = Math.ceil(totalItems / page_size)
  const has_next = page < total_pages
  const has_previous = page > 1
  return {
    items: [...items],
    pagination: {
      page,
      page_size,
      total_items: totalItems,
      total_pages,
      has_next,
      has_previous,
      next_page_url: has_next ? pageUrl(url, page + 1, page_size) : null,
      previous_page_url: has_previous ? pageUrl(url, Math.min(page - 1, Math.max(total_pages, 1)), page_size) : null,
    },
  }
}

function pageUrl(url: string, page: number, pageSize: number): string {
  const split = url.indexOf('?')
  const path = split < 0 ? url : url.slice(0, split)
  const query = new URLSearchParams(split < 0 ? '' : url.slice(split + 1))
  query.set('page', String(page))
  query.set('page_size', String(pageSize))
  return `${path}?${query}`
}
