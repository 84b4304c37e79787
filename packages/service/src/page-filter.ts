/** The filters of a list of pages, as the store takes them. @see assistants 4 */
import { fold, isoDay, type Day } from '@notegraph/block-text'
import { LIMITS, type ListPagesQuery } from '@notegraph/contract'
import { readComparison, readValueRange, type Comparison } from '@notegraph/query'
import type { GraphStore, PageFilter } from '@notegraph/store'
import { findPage, findPageOrDay, queryName } from './find-page.ts'
import { badRequest, ok, type Result } from './refusal.ts'

type Asked = Omit<ListPagesQuery, 'limit' | 'offset' | 'show'>

/**
 * The contract has checked the parameters.
 * @param today for a property that is compared with a day
 */
export async function pageFilter(
  { pages }: Pick<GraphStore, 'pages'>,
  asked: Asked,
  today: Day,
): Promise<PageFilter> {
  const { type, q, tag, property, namespace, linked_to: linkedTo, sort } = asked
  return {
    ...(type !== undefined && { type }),
    ...(q !== undefined && { words: fold(q) }),
    ...(tag !== undefined && { tag: await nameMeant(pages, tag) }),
    ...(property !== undefined && { property: await readProperty(pages, property, today) }),
    ...(namespace !== undefined && { namespace: await nameAbove(pages, namespace) }),
    ...(linkedTo !== undefined && { linkedTo: await pageOrDayMeant(pages, linkedTo, today) }),
    ...(sort !== undefined && { sort }),
  }
}

/** The name of the page that a text finds, else the text without the marks of a link or a tag. @see assistants 13.2 */
async function nameMeant(pages: GraphStore['pages'], written: string): Promise<string> {
  const page = await findPage({ pages }, written)
  return page.ok ? queryName(page.value) : tagNamed(written)
}

/** The same where the text may also be a day in words. @see assistants 6 */
async function pageOrDayMeant(pages: GraphStore['pages'], written: string, today: Day): Promise<string> {
  const found = await findPageOrDay({ pages }, written, today)
  if (!found.ok) return tagNamed(written)
  const { page, day } = found.value
  return page ? queryName(page) : isoDay(day!)
}

/** The name before the slash. A page may have the marks of a tag in its very name. */
async function nameAbove(pages: GraphStore['pages'], written: string): Promise<string> {
  const isName = (await pages.findByName(fold(written))) !== undefined
  return (isName ? written.trim() : tagNamed(written)).replace(/\/+$/, '')
}

/** The name of a tag, which may be written as one. */
export const tagNamed = (written: string): string => nameOnly(written.trim().replace(/^#/, ''))

/**
 * The tag of a stored filter.
 * @param member the member of the body
 * @returns 400 if no page can have the name
 */
export function readTag(member: 'tag' | 'except', written: string): Result<string> {
  const tag = tagNamed(written)
  if (tag === '' || tag.length > LIMITS.pageName)
    return badRequest(`${member} takes the name of a tag, up to ${LIMITS.pageName} characters.`)
  if (/\p{Cc}/u.test(tag) || !tag.isWellFormed())
    return badRequest(`${member} must not contain control characters or half of a surrogate pair.`)
  return ok(tag)
}

/** A name without the brackets of a link. */
function nameOnly(text: string): string {
  const name = text.trim()
  return name.startsWith('[[') && name.endsWith(']]') ? name.slice(2, -2).trim() : name
}

/** The key as properties have it. @see decisions 3.5 */
export const propertyKey = (written: string): string =>
  written.trim().toLowerCase().normalize('NFC').replaceAll(' ', '-')

/** `key<5`, `key>=2026-11-20` */
const COMPARED = /^([^<>=]+)(<=?|>=?)(.+)$/su

/** A range that cannot be compared is the text that it is. @see assistants 12.1 */
async function readProperty(
  pages: GraphStore['pages'],
  text: string,
  today: Day,
): Promise<NonNullable<PageFilter['property']>> {
  const [, compared, how, end = ''] = COMPARED.exec(text) ?? []
  const beyond = how && readComparison(how as Comparison, nameOnly(end), today)
  if (beyond) return { key: propertyKey(compared!), range: beyond }
  const [written = '', ...rest] = text.split('=')
  const key = propertyKey(written)
  if (rest.length === 0) return { key }
  const value = rest.join('=')
  const [from = '', to, ...more] = value.split('..')
  const range =
    to === undefined || more.length > 0 ? undefined : readValueRange(nameOnly(from), nameOnly(to), today)
  if (range) return { key, range }
  // A value may begin with such a mark, unless a page has the name behind it.
  const named = value.trim().startsWith('#') ? await findPage({ pages }, value) : undefined
  return { key, value: named?.ok ? queryName(named.value) : nameOnly(value) }
}
