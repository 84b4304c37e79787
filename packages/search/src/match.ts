/**
 * A query as a function of one block: the direct meaning of each operand. Names, days and pages are resolved once for
 * each query.
 */
import { fold, WordsFinder } from '@notegraph/block-text'
import { journalDay, linkName, type PropertyRow } from '@notegraph/graph'
import type { PropertyQuery, SettledQuery } from '@notegraph/query'
import { isBetween } from './days.ts'
import { pageNamed, sameAs } from './names.ts'
import type { NotePage, Notes, SearchBlock } from './notes.ts'
import { typeOf } from './types.ts'

type Matches = (block: SearchBlock) => boolean

/** @see query, Operands */
export function matcher(query: SettledQuery, notes: Notes<SearchBlock>): Matches {
  /** Blocks on the pages that match; each page is checked once. */
  const onPages = (holds: (page: NotePage) => boolean): Matches => {
    const pages = new Set(notes.pages.filter(holds))
    return ({ page }) => pages.has(page)
  }

  switch (query.kind) {
    case 'not': {
      const matches = matcher(query.operand, notes)
      return (block) => !matches(block)
    }
    case 'and':
    case 'or': {
      const each = query.operands.map((operand) => matcher(operand, notes))
      return query.kind === 'and'
        ? (block) => each.every((matches) => matches(block))
        : (block) => each.some((matches) => matches(block))
    }
    case 'words': {
      const finder = new WordsFinder(query.text)
      return (block) => finder.isIn(block, query.whole)
    }
    case 'ref': {
      const same = sameAs(notes, query.name)
      return ({ links, tags }) => links.some(same) || tags.some(same)
    }
    case 'task':
      return ({ parsed: { marker } }) => marker !== undefined && query.markers.includes(marker)
    case 'priority':
      return ({ parsed: { priority } }) => priority !== undefined && query.priorities.includes(priority)
    case 'journal': {
      const { first, last } = query
      return onPages(({ record }) => {
        const day = journalDay(record.id)
        return day !== undefined && day >= first && day <= last
      })
    }
    case 'between':
      return isBetween(query)
    case 'property': {
      const has = hasProperty(query, notes)
      return ({ properties }) => has(properties)
    }
    case 'page-property': {
      const has = hasProperty(query, notes)
      return onPages(({ properties }) => has(properties))
    }
    case 'page-type':
      return onPages((page) => typeOf(notes, page) === query.type)
    case 'page-tags': {
      const same = query.tags.map((tag) => sameAs(notes, tag))
      return onPages(({ tags }) => tags.some((name) => same.some((is) => is(name))))
    }
    case 'page-ids': {
      const ids = new Set(query.ids)
      return onPages(({ record }) => ids.has(record.id))
    }
    case 'page': {
      const found = pageNamed(notes, query.name)
      return ({ page }) => page === found
    }
    case 'namespace': {
      const above = `${fold(query.name)}/`
      return onPages(({ name }) => fold(name).startsWith(above) && fold(name) !== above)
    }
  }
}

function hasProperty(
  { key, value, link }: PropertyQuery,
  notes: Notes<SearchBlock>,
): (properties: readonly PropertyRow[]) => boolean {
  if (value === undefined) return (properties) => properties.some((property) => property.key === key)
  const forms = [fold(value), linkName(value)]
  const same = link ? sameAs(notes, value) : () => false
  return (properties) =>
    properties.some(
      ({ key: one, values }) =>
        one === key && (forms.some((form) => values.includes(form)) || values.some(same)),
    )
}
