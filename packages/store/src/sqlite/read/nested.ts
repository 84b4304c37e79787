/** Reads what is nested under blocks: one statement finds the first ones of each, and one counts where there may be more. */
import type { BlockStore, FoundBlock, NestedBlocks } from '../../graph/blocks.ts'
import { snapshot, type Db } from '../database/database.ts'
import { BLOCK_BYTES, fitting } from './byte-window.ts'
import { FOUND } from './lookup.ts'
import type { ReferenceReads } from './references.ts'

const ROOTS = `FROM json_each(?) AS asked LEFT JOIN record AS root ON root.id = asked.value AND root.page IS NOT NULL
  ORDER BY asked.key`

/** The deepest block that waits comes next, so a block precedes those nested under it, and they precede its siblings. */
const IN_ORDER = `WITH RECURSIVE under(n, id, level, ord) AS (
    SELECT root.n, root.id, 0, 0.0
    UNION ALL SELECT child.n, child.id, level + 1, child.ord
      FROM under CROSS JOIN record AS child ON child.page = root.page AND child.parent_id = under.id
    ORDER BY 3 DESC, 4, 2 LIMIT +? + 1
  ) SELECT json_group_array(n) FROM under WHERE level > 0`

/** Only an index is read. */
const COUNT = `WITH RECURSIVE under(id) AS (
    SELECT id FROM record WHERE page = root.page AND parent_id = root.id
    UNION SELECT child.id FROM under CROSS JOIN record AS child ON child.page = root.page AND child.parent_id = under.id
    LIMIT +?
  ) SELECT count(*) FROM under`

export function nestedBlocks(db: Db, { replaceReferences }: ReferenceReads): Pick<BlockStore, 'nested'> {
  const counts = db.prepare<[number, string], number>(`SELECT (${COUNT}) ${ROOTS}`).pluck()
  const firsts = db.prepare<[number, string], string>(`SELECT (${IN_ORDER}) ${ROOTS}`).pluck()
  const numbered = 'FROM json_each(?) CROSS JOIN block ON block.n = value'
  const sizes = db.prepare<[string], number>(`SELECT ${BLOCK_BYTES} ${numbered}`).pluck()
  const byNumber = db.prepare<[string], FoundBlock>(
    `SELECT ${FOUND} ${numbered} CROSS JOIN page ON page.n = block.page`,
  )

  return {
    nested: async (ids, { ceiling, most, bytes = Infinity }) =>
      snapshot(db, () => {
        const asked = JSON.stringify(ids)
        if (most === 0) return counts.all(ceiling, asked).map((count) => ({ count, blocks: [] }))
        const numbers = firsts.all(most, asked).map((list) => JSON.parse(list) as number[])
        // A shorter list has all that is nested there.
        const isFull = ({ length }: readonly number[]): boolean => length >= Math.min(most, ceiling)
        const full = ids.filter((_, i) => isFull(numbers[i]!))
        const totals = counts.all(ceiling, JSON.stringify(full)).values()
        const counted = numbers.map((list) => (isFull(list) ? totals.next().value! : list.length))
        const all = numbers.flat()
        const within = bytes === Infinity ? all : all.slice(0, fitting(sizes.all(JSON.stringify(all)), bytes))
        const blocks = replaceReferences(byNumber.all(JSON.stringify(within)), bytes)
        const found: NestedBlocks[] = []
        let at = 0
        for (const [i, { length }] of numbers.entries()) {
          const own = blocks.slice(at, at + length)
          if (own.length < length && i > 0) break
          at += length
          found.push({ count: counted[i]!, blocks: own })
        }
        return found
      }),
  }
}
