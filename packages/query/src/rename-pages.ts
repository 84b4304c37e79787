/**
 * Gives pages other names in the text of a query, where they are written. All other words stay.
 * @see query, Operands; assistants 10.3
 */
import { parse } from './generated/parser.js'
import type { Item, ListItem, NameItem, TextItem, WordItem } from './item.ts'
import { MAX_NESTING } from './limits.ts'
import { printText, printWord } from './print.ts'

/**
 * Gives each page that a query names the name that a function returns; the page keeps its name where it returns nothing.
 * Pages are named by links and tags, and by every operand of `page` and `page-tags`. Those below a namespace keep their names.
 *
 * @example
 * const rename = (name) => (name === 'Boat' ? 'Old boat' : undefined)
 * renamePages('(and #Boat (page Boat) boat)', rename) // '(and #[[Old boat]] (page "Old boat") boat)'
 */
export function renamePages(q: string, rename: (name: string) => string | undefined): string {
  let done = ''
  let at = 0
  for (const item of namesIn(parse(q, { nesting: MAX_NESTING }).items, false)) {
    const to = rename(item.kind === 'text' || item.kind === 'word' ? item.text.trim() : item.name)
    if (to === undefined) continue
    const [start, end, text] = replaced(q, item, to)
    done += q.slice(at, start) + text
    at = end
  }
  return done + q.slice(at)
}

type Name = NameItem | TextItem | WordItem

const NAMED: ReadonlySet<string> = new Set(['page', 'page-tags'])

/** @param areNames whether words and strings are names of pages too */
function* namesIn(items: readonly Item[], areNames: boolean): Generator<Name> {
  for (const item of items) {
    if (item.kind === 'list') {
      const operator = operatorOf(item)
      if (operator !== 'namespace') yield* namesIn(item.items.slice(1), NAMED.has(operator))
    } else if (item.kind === 'squares') yield* namesIn(item.items, areNames)
    else if (item.kind === 'link' || item.kind === 'tag') {
      if (item.name !== '') yield item
    } else if (areNames && (item.kind === 'text' || item.kind === 'word')) yield item
  }
}

const operatorOf = ({ items: [head] }: ListItem): string =>
  head?.kind === 'word' ? head.text.toLowerCase() : ''

function replaced(q: string, item: Name, to: string): readonly [start: number, end: number, text: string] {
  const { at } = item
  if (item.kind === 'word') return [at, at + item.text.length, printWord(to)]
  if (item.kind === 'text') return [at, at + item.raw.length + 2, printText(to)]
  const open = item.kind === 'link' ? at : at + 1
  if (q.startsWith('[[', open)) {
    const start = q.indexOf(item.name, open + 2)
    return [start, start + item.name.length, to]
  }
  return [open, open + item.name.length, printWord(to) === to ? to : `[[${to}]]`]
}
