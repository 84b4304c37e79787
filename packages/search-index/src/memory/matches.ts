/** Reads one document against a query: the meaning of each operand, without an index. */
import { fold, WordsFinder, type LetterMarks } from '@notegraph/block-text'
import {
  isPageLeaf,
  type PageLeaf,
  type PropertyQuery,
  type SettledBetween,
  type SettledQuery,
} from '@notegraph/query'
import type { MemoryDocument, MemoryPage, Properties } from './memory-document.ts'

const NO_MARKS: LetterMarks = /* @__PURE__ */ new Map()

/** @param page the page of the document @see the operands of the query language */
export function matches(query: SettledQuery, document: MemoryDocument, page: MemoryPage): boolean {
  if (isPageLeaf(query)) return pageMatches(query, page)
  switch (query.kind) {
    case 'and':
      return query.operands.every((operand) => matches(operand, document, page))
    case 'or':
      return query.operands.some((operand) => matches(operand, document, page))
    case 'not':
      return !matches(query.operand, document, page)
    case 'words':
      return new WordsFinder(query.text).isIn({ marks: NO_MARKS, ...document }, query.whole)
    case 'ref':
      return (document.links ?? []).some((link) => isName(link, query.name))
    case 'task':
      return document.marker !== undefined && query.markers.includes(document.marker)
    case 'priority':
      return document.priority !== undefined && query.priorities.includes(document.priority)
    case 'between':
      return isBetween(query, document)
    case 'property':
      return hasProperty(query, document.properties)
  }
}

/** Whether a query about pages alone is true of a page. */
export function pageMatches(query: PageLeaf, page: MemoryPage): boolean {
  switch (query.kind) {
    case 'journal':
      return page.day !== undefined && page.day >= query.first && page.day <= query.last
    case 'page-property':
      return hasProperty(query, page.properties)
    case 'page-type':
      return page.type === query.type
    case 'page-tags':
      return (page.tags ?? []).some((tag) => query.tags.some((wanted) => isName(tag, wanted)))
    case 'page-ids':
      return page.id !== undefined && query.ids.includes(page.id)
    case 'page':
      return isName(page.name, query.name)
    case 'namespace':
      return fold(page.name).startsWith(`${fold(query.name)}/`)
  }
}

const isName = (name: string, wanted: string): boolean => fold(name) === fold(wanted)

function isBetween({ field, first, last }: SettledBetween, document: MemoryDocument): boolean {
  const value =
    field === 'created' ? document.createdAt : field === 'updated' ? document.updatedAt : document[field]
  return value !== undefined && value >= first && value <= last
}

function hasProperty({ key, value }: PropertyQuery, properties: Properties = {}): boolean {
  const found = properties[key]
  return found !== undefined && (value === undefined || fold(found) === fold(value))
}
