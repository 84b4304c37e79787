/** The answers of the history, from records. @see history 3 */
import type { PageState, StateChange } from '@notegraph/contract'
import { nameOf, outline, writtenProps, type GraphRecord } from '@notegraph/graph'
import { isSame } from './as-it-was.ts'
import type { PageAt } from './page-at.ts'

/** The text of a state: of a page its name, then a line for each property. */
const textOf = (record: GraphRecord): string =>
  record.kind === 'page'
    ? [nameOf(record), ...Array.from(writtenProps(record), ([key, { value }]) => `${key}:: ${value}`)].join(
        '\n',
      )
    : record.words.text

/** The blocks of a page in the order of reading. */
export const blocksOf = ({ records }: PageAt): PageState['blocks'] => {
  const blocks = records.filter(({ kind }) => kind === 'block')
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const places = blocks.map(({ id, place }) => ({ id, parentId: place.parentId, order: place.order }))
  return outline(places).map(({ item: { id }, depth }) => ({ id, depth, text: byId.get(id)!.words.text }))
}

/** The records that differ between two states of a page. */
export function changesBetween(before: PageAt, after: PageAt): StateChange[] {
  const earlier = recordsOf(before)
  const later = recordsOf(after)
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((id): StateChange[] => {
    const [a, b] = [earlier.get(id), later.get(id)]
    if (a && b && isSame(a, b)) return []
    const { kind } = (a ?? b)!
    return [{ kind, id, ...(a && { before: textOf(a) }), ...(b && { after: textOf(b) }) }]
  })
}

const recordsOf = ({ page, records }: PageAt): Map<string, GraphRecord> =>
  new Map([...(page ? [page] : []), ...records].map((record) => [record.id, record]))
