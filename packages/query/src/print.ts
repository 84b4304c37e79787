/**
 * Prints a tree as a query. The text always has a bracket or a quote, so that it parses as a query and not as plain
 * words. Parsing the text gives the same tree except for the places.
 */
import { isoDay } from '@notegraph/block-text'
import type { SettledBetween, SettledQuery } from './settled.ts'
import type { BetweenQuery, DayTerm, Query } from './tree.ts'

/** A text that parses as one word in any context. */
const WORD = /^[^\s,()[\]"#][^\s,()[\]"]*$/u

/**
 * The query text of a tree of `parseQuery`.
 * @example
 * printQuery({ kind: 'not', operand: { kind: 'words', text: 'rye', at: 5 }, at: 0 }) // '(not rye)'
 */
export function printQuery(query: Query): string {
  if (query.kind === 'and' && query.operands.length > 1) {
    const bare = query.operands.every((operand) => operand.kind === 'words' && WORD.test(operand.text))
    return query.operands
      .map((operand, i) => (bare && i === 0 ? printTop(operand) : print(operand)))
      .join(' ')
  }
  return printTop(query)
}

const printTop = (query: Query): string => (query.kind === 'words' ? printText(query.text) : print(query))

/**
 * Prints a query whose days are settled. Times are printed as ISO 8601, which a query cannot contain.
 * @example
 * ```ts
 * printSettled({ kind: 'not', operand: { kind: 'task', at: 0, markers: ['TODO'] } }) // '(not (todo TODO))'
 * ```
 */
export const printSettled = (query: SettledQuery): string => print(query)

function print(query: Query | SettledQuery): string {
  switch (query.kind) {
    case 'words':
      return printWord(query.text)
    case 'ref':
      return printLink(query.name)
    case 'and':
    case 'or':
      return printList(
        query.kind,
        query.operands.map((operand) => print(operand)),
      )
    case 'not':
      return printList('not', [print(query.operand)])
    case 'task':
      return printList('todo', query.markers)
    case 'priority':
      return printList('priority', query.priorities)
    case 'journal':
      return 'from' in query
        ? printList('between', [printDay(query.from), printDay(query.to)])
        : printList('between', [isoDay(query.first), isoDay(query.last)])
    case 'between':
      return printList('between', [query.field, ...endsOf(query)])
    case 'property':
    case 'page-property': {
      const printValue = query.link ? printName : printWord
      const value = query.value === undefined ? [] : [printValue(query.value)]
      return printList(query.kind, [printWord(query.key), ...value])
    }
    case 'page-type':
      return printList('page-type', [query.type])
    case 'page-tags':
      return printList('page-tags', query.tags.map(printWord))
    case 'page-ids':
      return printList('page-ids', query.ids.map(printWord))
    case 'page':
    case 'namespace':
      return printList(query.kind, [printWord(query.name)])
  }
}

function endsOf(query: BetweenQuery | SettledBetween): string[] {
  if ('from' in query) return [printDay(query.from), printDay(query.to)]
  const { field, first, last } = query
  const isTime = field === 'created' || field === 'updated'
  return [first, last].map((end) => (isTime ? printTime(end) : isoDay(end)))
}

/** A time beyond the range of dates is the end of time. */
const printTime = (time: number): string => new Date(Math.min(time, MAX_TIME)).toISOString()
const MAX_TIME = 8.64e15

const printList = (name: string, operands: readonly string[]): string => `(${[name, ...operands].join(' ')})`

export const printWord = (text: string): string => (WORD.test(text) ? text : printText(text))

/** White space separates a bracket at either end of a name from the brackets of the link. */
const printLink = (name: string): string => (/^\[|\]$/.test(name) ? `[[ ${name} ]]` : `[[${name}]]`)

/** A name that is not a single word. Brackets within it could end those of a link. */
const printName = (name: string): string => (/[[\]]/.test(name) ? printText(name) : printLink(name))

export const printText = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

function printDay(term: DayTerm): string {
  switch (term.kind) {
    case 'day':
      return isoDay(term.day)
    case 'offset':
      return `${term.count}${term.unit}`
    case 'weekday':
      return term.name
    case 'today':
    case 'yesterday':
    case 'tomorrow':
      return term.kind
  }
}
