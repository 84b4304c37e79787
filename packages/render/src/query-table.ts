/** The results of a query as a table, as the properties of its block say in Logseq. */
import { parseBlock, type BlockText } from '@notegraph/block-text'
import { isBookkeeping } from './bookkeeping.ts'
import { escapeHtml } from './escape.ts'

/** How a table of results is shown. */
export interface QueryTable {
  /** Keys of properties, `page` and `block`; none for those that the results have. */
  readonly columns: readonly string[]
  readonly sortBy?: string
  readonly isDescending: boolean
}

/** A result: HTML of the link to its page and of the block, and the properties of the page. */
export interface QueryRow {
  readonly page: string
  readonly block: string
  readonly content: string
  readonly props?: Readonly<Record<string, string>> | undefined
}

/** The most columns. */
const MOST = 12
/** Properties of pages that say nothing as a column. */
const UNSAID: ReadonlySet<string> = new Set(['icon', 'cover', 'banner', 'alias', 'aliases', 'public', 'publish', 'private', 'title']) // prettier-ignore

/**
 * Reads the properties of the block of a query.
 * @returns undefined for a list
 * @example
 * queryTable(parseBlock('query-table:: true\nquery-properties:: [:page :rank]\n{{query [[Boat]]}}'))?.columns // ['page', 'rank']
 */
export function queryTable({ properties }: BlockText): QueryTable | undefined {
  const valueOf = (key: string): string => properties.find((one) => one.key === key)?.value.trim() ?? ''
  if (valueOf('query-table') !== 'true') return undefined
  const columns = Array.from(valueOf('query-properties').matchAll(/:([^\s,[\]:"]+)/g), ([, key]) => key!)
  const sortBy = valueOf('query-sort-by').replace(/^:/, '')
  return {
    columns: [...new Set(columns)].slice(0, MOST),
    ...(sortBy !== '' && { sortBy }),
    isDescending: valueOf('query-sort-desc') !== 'false',
  }
}

/**
 * @param line renders the value of a property
 * @example
 * tableHtml({ columns: ['page'], isDescending: true }, [{ page: 'Boat', block: '', content: '' }], (text) => text)
 */
export function tableHtml(
  { columns, sortBy, isDescending }: QueryTable,
  rows: readonly QueryRow[],
  line: (text: string) => string,
): string {
  const cells = rows.map((row) => ({ ...row, values: valuesOf(row) }))
  const found = cells.flatMap(({ values }) => [...values.keys()]).filter((key) => !UNSAID.has(key))
  const keys = columns.length > 0 ? columns : ['block', 'page', ...new Set(found)].slice(0, MOST)
  const direction = isDescending ? -1 : 1
  const sorted =
    sortBy === undefined
      ? cells
      : cells.toSorted((a, b) => direction * compare(wordsIn(a, sortBy), wordsIn(b, sortBy)))
  const head = keys.map((key) => `<th scope="col">${titleOf(key)}</th>`)
  const body = sorted.map(
    (row) => `<tr>${keys.map((key) => `<td>${cellOf(row, key, line)}</td>`).join('')}</tr>`,
  )
  return `<div class="table" tabindex="0"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

interface Cells extends QueryRow {
  readonly values: ReadonlyMap<string, string>
}

/** The properties of a block, before those of its page. */
function valuesOf({ content, props = {} }: QueryRow): ReadonlyMap<string, string> {
  const { properties, priority, marker } = parseBlock(content)
  return new Map([
    ...Object.entries(props),
    ...(marker === undefined ? [] : [['marker', marker] as const]),
    ...(priority === undefined ? [] : [['priority', priority] as const]),
    ...properties.filter((one) => !isBookkeeping(one)).map(({ key, value }) => [key, value] as const),
  ])
}

const titleOf = (key: string): string =>
  key === 'page' || key === 'block'
    ? `<span lang="en">${key === 'page' ? 'Page' : 'Block'}</span>`
    : `<bdi>${escapeHtml(key)}</bdi>`

function cellOf(row: Cells, key: string, line: (text: string) => string): string {
  if (key === 'page') return row.page
  if (key === 'block') return row.block
  const value = row.values.get(key)
  return value === undefined ? '' : line(value)
}

const wordsIn = (row: Cells, key: string): string =>
  key === 'page'
    ? row.page.replaceAll(/<[^>]*>/g, '')
    : key === 'block'
      ? row.content
      : (row.values.get(key) ?? '')

/** Numbers by size, words by their letters, and nothing last. */
function compare(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '')
  return Number(a) - Number(b) || COLLATOR.compare(a, b)
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
