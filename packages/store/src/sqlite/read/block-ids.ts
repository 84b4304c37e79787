/** Finds blocks by their ids or by a prefix of one, and the shortest unique prefixes of ids. */
import type { BlockStore, FoundBlock } from '../../graph/blocks.ts'
import { GIVEN, snapshot, type Db } from '../database/database.ts'
import { FOUND } from './lookup.ts'
import type { ReferenceReads } from './references.ts'

/** A character that sorts after all characters of ids. */
const LAST = '~'

interface Neighbours {
  readonly before: string | null
  readonly after: string | null
}

export function blockIds(
  db: Db,
  { replaceReferences }: ReferenceReads,
): Pick<BlockStore, 'findMany' | 'listByPrefix' | 'shortIds'> {
  const byId = db.prepare<[string], FoundBlock>(
    `SELECT ${FOUND} FROM (SELECT DISTINCT value AS id FROM json_each(?)) AS asked
     CROSS JOIN block ON block.id = asked.id CROSS JOIN page ON page.n = block.page`,
  )
  const byPrefix = db.prepare<[string, string, number], FoundBlock>(
    `SELECT ${FOUND}
     FROM block CROSS JOIN page ON page.n = block.page
     WHERE block.id >= ${GIVEN} AND block.id < ${GIVEN} ORDER BY block.id LIMIT +?`,
  )
  const shared = db
    .prepare<[string], number>(
      `SELECT key FROM json_each(?) AS beginnings WHERE EXISTS (
         SELECT 1 FROM record WHERE record.id >= value AND record.id < value || '${LAST}' LIMIT 1 OFFSET 1
       )`,
    )
    .pluck()
  // The ids before and after an id in sort order share the longest prefix with it.
  const neighbours = db.prepare<[string, string], Neighbours>(
    `SELECT (SELECT max(id) FROM record WHERE id < ?) AS before, (SELECT min(id) FROM record WHERE id > ?) AS after`,
  )

  return {
    findMany: async (ids) => snapshot(db, () => replaceReferences(byId.all(JSON.stringify(ids)))),
    listByPrefix: async (prefix, most) =>
      snapshot(db, () => replaceReferences(byPrefix.all(prefix, prefix + LAST, most))),
    shortIds: async (ids, least) => {
      const short = ids.map((id) => id.slice(0, least))
      for (const i of shared.all(JSON.stringify(short))) {
        const id = ids[i]!
        const { before, after } = neighbours.get(id, id)!
        short[i] = id.slice(0, Math.max(least, alike(id, before) + 1, alike(id, after) + 1))
      }
      return short
    },
  }
}

/** @returns the length of the prefix that two ids share */
function alike(id: string, other: string | null): number {
  if (other === null) return 0
  let length = 0
  while (length < other.length && id[length] === other[length]) length++
  return length
}
