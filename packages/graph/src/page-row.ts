/**
 * The row of a page: every column that a store indexes. Only this code derives a row from the record. The store itself
 * keeps the columns that depend on other records: the resolved type and the sums of blocks.
 */
import { fold, isoDay, listValues, type Day } from '@notegraph/block-text'
import { findType, PAGE_TYPES, type PageTypeId, type PageTypes } from '@notegraph/page-types'
import type { DeriveEnv, PageEnv } from './env.ts'
import { allNamed, filesIn, named } from './files.ts'
import { linkName, linkNames } from './name.ts'
import { writtenProps, type Props } from './page-props.ts'
import { isShown, shownProps } from './shown-props.ts'
import { pageView } from './page-view.ts'
import { propertyRow, type PropertyRow } from './property-row.ts'
import {
  journalDay,
  kindOf,
  nameOf,
  PAGE_FAVORITE,
  propOf,
  type PageKind,
  type PageRecord,
} from './record.ts'
import { valueNames } from './value-names.ts'

/** The row of one page. Members without a value are left out. */
export interface PageRow<Id extends string = PageTypeId> {
  readonly id: string
  /** The name that readers see. */
  readonly name: string
  readonly kind: PageKind
  /** The type that the page itself declares. */
  readonly declared?: Id
  /** Whether it has a `pdf::` property. */
  readonly pdf: boolean
  /** The day of a journal page; absent on other pages. */
  readonly day?: Day
  /** The record's own stamps, in milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /**
   * All names that find it, each once: the folded name, then each alias. A name that is a day is here in its ISO format
   * too.
   */
  readonly names: readonly string[]
  /** Names that its property values link other than by a tag, in the form of `linkName`. Aliases are not links. */
  readonly links: readonly string[]
  /** Names that its property values tag, in the same form. */
  readonly tags: readonly string[]
  /** Ids of the files in its name and its properties, hidden ones included. */
  readonly files: readonly string[]
  /** The visible properties, for `(page-property …)` queries. */
  readonly properties: readonly PropertyRow[]
  /** JSON text of the API's Page without `id`, `type`, `counts` and `updatedAt`. `pageJson` adds these. */
  readonly view: string
}

/**
 * Derives the row of a live page. Nothing throws.
 *
 * @param env set `types` if pages can declare other types than those of the registry
 * @example
 * derivePage(makePage({ id: 'p', name: 'Home', now: 1 }), { file: () => undefined }).names // ['home']
 */
export function derivePage<Id extends string = PageTypeId>(
  record: PageRecord,
  env: PageEnv<Id>,
): PageRow<Id> {
  const written = writtenProps(record)
  const shown = shownProps(written, env)
  const name = named(nameOf(record), env)
  const kind = kindOf(record)
  const day = journalDay(record.id)
  const types = env.types ?? (PAGE_TYPES as PageTypes as PageTypes<Id>)
  const declared = findType(written.get('type')?.value ?? '', types)
  const aliases = distinct(valuesOf(written, 'alias', env), [name])
  const tags = tagsIn(written, env)
  const { id, createdAt, updatedAt } = record
  return {
    id,
    name,
    kind,
    ...(declared && { declared: declared.type }),
    pdf: written.has('pdf'),
    ...(day !== undefined && { day }),
    createdAt,
    updatedAt,
    names: foundBy([name, ...aliases], day),
    ...references(written, env),
    files: filesIn([nameOf(record), ...[...written.values()].map(({ value }) => value)].join('\n'), env),
    properties: [...shown].map(([key, value]) => propertyRow(key, value)),
    view: pageView(
      {
        name,
        kind,
        declared,
        written,
        shown,
        aliases,
        tags,
        day,
        favorite: propOf(record, PAGE_FAVORITE) === true,
        createdAt,
      },
      env,
    ),
  }
}

/** The names that a page has as its tags, as written. */
const tagsIn = (written: Props, env: DeriveEnv): string[] => distinct(valuesOf(written, 'tags', env))

/** The tags of a page, in the form of `linkName`. @see PageRow.tags for all names that its values tag */
export const pageTags = (record: PageRecord, env: DeriveEnv): readonly string[] =>
  linkNames(tagsIn(writtenProps(record), env))

/** Filters out blank values, values in `taken`, and all but the first value of each folded name. */
function distinct(values: readonly string[], taken: readonly string[] = []): string[] {
  const seen = new Set(['', ...taken.map(fold)])
  return values.filter((value) => {
    const folded = fold(value)
    return !seen.has(folded) && seen.add(folded)
  })
}

function foundBy(names: readonly string[], day: Day | undefined): string[] {
  const found = new Set(names.map(fold))
  for (const name of names) found.add(linkName(name))
  if (day !== undefined) found.add(isoDay(day))
  return [...found]
}

const valuesOf = (written: Props, key: string, env: DeriveEnv): readonly string[] =>
  allNamed(listValues(written.get(key)?.value ?? ''), env)

function references(written: Props, env: DeriveEnv): Pick<PageRow, 'links' | 'tags'> {
  const links: string[] = []
  const tags: string[] = []
  for (const [key, { value }] of written) {
    if (key === 'alias' || !isShown(key, value, env)) continue
    const found = valueNames(key, value)
    for (const name of found.links) links.push(name)
    for (const name of found.tags) tags.push(name)
  }
  return { links: linkNames(allNamed(links, env)), tags: linkNames(allNamed(tags, env)) }
}
