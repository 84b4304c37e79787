/**
 * The API's Page, which the store writes once with the record. The answer adds the members that change independently:
 * resolved type, counts, latest edit.
 *
 * @see service, Page
 */
import { isoDay, readDay, type Day } from '@notegraph/block-text'
import { showValue, type PageType } from '@notegraph/page-types'
import type { DeriveEnv } from './env.ts'
import { allNamed, filesIn, named } from './files.ts'
import { listed, objectOf, quoted } from './json.ts'
import type { Props } from './page-props.ts'
import type { PageKind } from './record.ts'

/** The data of a page's view. */
export interface PageFacts {
  readonly name: string
  readonly kind: PageKind
  readonly declared: PageType<string> | undefined
  readonly written: Props
  readonly shown: ReadonlyMap<string, string>
  readonly aliases: readonly string[]
  readonly tags: readonly string[]
  readonly day: Day | undefined
  readonly favorite: boolean
  readonly createdAt: number
}

/** Builds the Page without `id`, `type`, `counts` and `updatedAt`, as JSON text. */
export function pageView(page: PageFacts, env: DeriveEnv): string {
  const { declared, shown } = page
  let view = `{"name":${quoted(page.name)},"kind":"${page.kind}"`
  if (declared) view += `,"declaredType":${quoted(declared.type)}`
  view += `,"fields":${declared ? fieldsJson(declared, page.written, env) : '{}'}`
  view += `,"props":${objectOf([...shown].map(([key, value]) => [key, quoted(value)]))}`
  view += `,"hasPicture":${page.written.has('image')}`
  view += `,"aliases":${listed(page.aliases)},"tags":${listed(page.tags)}`
  if (declared?.type === 'website') view += `,"copy":${copyJson(page.written, env)}`
  if (page.day !== undefined) view += `,"day":${page.day}`
  if (page.favorite) view += ',"favorite":true'
  return `${view},"createdAt":${page.createdAt}}`
}

/** Builds the fields of the type that have a value, in the order of the type. */
function fieldsJson(declared: PageType<string>, written: Props, env: DeriveEnv): string {
  const members: (readonly [label: string, json: string])[] = []
  for (const field of declared.fields) {
    const value = showValue(field, written.get(field.key)?.value ?? '')
    if (value.length === 0) continue
    members.push([
      field.label,
      typeof value === 'string' ? quoted(named(value, env)) : listed(allNamed(value, env)),
    ])
  }
  return objectOf(members)
}

/**
 * Builds the stored copy of a website: its day and its address. @see decisions 3.4
 */
function copyJson(written: Props, env: DeriveEnv): string {
  const snapshot = written.get('snapshot')
  if (!snapshot || filesIn(snapshot.value, env).length === 0) return 'null'
  const at = dayOf(written.get('snapshot-at')?.value ?? '') ?? utcDay(snapshot.at)
  const url = written.get('snapshot-url') ?? written.get('url')
  return `{"at":${quoted(at)},"url":${quoted(named(url?.value ?? '', env))}}`
}

/** Parses a day in any format, a day at the beginning of the value, or milliseconds since 1970. */
function dayOf(value: string): string | undefined {
  const text = value.trim()
  const day = readDay(text) ?? readDay(text.slice(0, 'YYYY-MM-DD'.length))
  if (day !== undefined) return isoDay(day)
  return /^\d{11,14}$/.test(text) ? utcDay(Number(text)) : undefined
}

/** Formats the UTC day of a stamp; empty for a stamp outside the range of `Date`. */
function utcDay(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
