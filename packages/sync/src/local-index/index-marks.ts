/**
 * The marks of the local index. A store keeps them in the transaction that changes the record, so the index needs no
 * memory and is there at a cold start.
 *
 * @see sync, The device's rules 7b
 */
import { isOpen, listValues, mayHoldQuery, parseBlock, readDay, type BlockText } from '@notegraph/block-text'
import { linkName, writtenProps, type GraphRecord, type PageRecord } from '@notegraph/graph'

/** The number of this set of marks. A store with another number is marked again. */
export const INDEX_MARKS = 2

/** The mark of the blocks that link or tag a name, given in the form of `linkName`. */
export const linking = (form: string): string => `links:${form}`
/** The mark of the blocks that refer to a block. */
export const referring = (blockId: string): string => `refers:${blockId}`
/** The mark of the pages that have a name, in the form of `linkName`, as an alias. */
export const aliased = (form: string): string => `alias:${form}`
/** The mark of the blocks with a property. */
export const withProperty = (key: string): string => `property:${key}`
/** The mark of the tasks that are to do, or done. */
export const taskMark = (isDone: boolean): string => (isDone ? 'task:done' : 'task:open')
/** The mark of the blocks with a day: the deadline, the scheduled day or a linked day. */
export const DATED = 'dated'
/** The mark of the blocks with a query in their words. */
export const WITH_QUERY = 'query'
/** The mark of the blocks with a priority. */
export const PRIORITY = 'priority'

const NONE: readonly string[] = []
/** Records never change, so each is read once. */
const known = /* @__PURE__ */ new WeakMap<GraphRecord, readonly string[]>()

/** Lists the marks of a live record in the index. */
export function indexMarks(record: GraphRecord): readonly string[] {
  if (record.kind === 'shape') return NONE
  let marks = known.get(record)
  if (!marks) {
    marks = record.kind === 'page' ? pageMarks(record) : textMarks(record.words.text)
    // The empty list needs no memory.
    known.set(record, marks.length === 0 ? NONE : marks)
  }
  return marks
}

/** The names of a page besides its own, as written. */
export const aliasesOf = (page: PageRecord): readonly string[] =>
  listValues(writtenProps(page).get('alias')?.value ?? '')

const pageMarks = (page: PageRecord): readonly string[] => [
  ...new Set(aliasesOf(page).map(linkName).filter(isName).map(aliased)),
]

const textMarks = (text: string): readonly string[] => [
  ...blockMarks(parseBlock(text)),
  ...(mayHoldQuery(text) ? [WITH_QUERY] : []),
]

/** Lists the marks of a block by its parsed text. */
export function blockMarks(block: BlockText): readonly string[] {
  const marks = new Set<string>()
  for (const names of [block.links, block.tags])
    for (const name of names) {
      const form = linkName(name)
      if (isName(form)) marks.add(linking(form))
    }
  for (const id of block.blockRefs) marks.add(referring(id))
  for (const { key } of block.properties) if (isName(key)) marks.add(withProperty(key))
  if (block.marker !== undefined) marks.add(taskMark(!isOpen(block.marker)))
  if (block.priority !== undefined) marks.add(PRIORITY)
  const { deadline, scheduled, refs } = block
  if (deadline !== undefined || scheduled !== undefined || refs.some((name) => readDay(name) !== undefined))
    marks.add(DATED)
  return [...marks]
}

/** No page has an empty name or one with NUL, which a store keeps between marks. */
const isName = (form: string): boolean => form !== '' && !form.includes('\u0000')
