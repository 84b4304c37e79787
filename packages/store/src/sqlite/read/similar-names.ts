/** Finds names similar to one that no page has. A refusal suggests them. */
import { distance } from '@notegraph/query'
import type { PageStore } from '../../graph/pages.ts'
import { snapshot, type Db } from '../database/database.ts'

/** How many names to examine on either side in name order. It is bounded so that a refusal is fast in large graphs. */
const LOOKED_AT = 5_000
/** The longest name that is compared letter by letter, in UTF-16 units. */
const LONGEST = 60
/** The shortest name or word that counts as contained in another name. */
const WORD = 3

interface Candidate {
  readonly fold: string
  readonly id: string
}

export function similarNames(db: Db): PageStore['similarNames'] {
  const side = (from: string, direction: string) =>
    db.prepare<[string, number, number, string, string, number], Candidate>(
      `SELECT fold, id FROM (
         SELECT fold, id FROM page_name WHERE fold ${from} ? ORDER BY fold ${direction} LIMIT ${LOOKED_AT}
       ) WHERE length(fold) BETWEEN ? AND ? OR instr(fold, ?) > 0 OR instr(?, fold) > 0 AND length(fold) >= ?`,
    )
  const sides = [side('>=', 'ASC'), side('<', 'DESC')]
  const nameOf = db.prepare<[string], string>('SELECT name FROM page WHERE id = ?').pluck()

  return async (folded, most) =>
    snapshot(db, () => {
      const { length } = folded
      const letters = length < WORD || length > LONGEST ? 0 : Math.min(3, Math.max(1, Math.floor(length / 4)))
      const held = length < WORD ? '\0' : folded
      const near = sides
        .flatMap((names) => names.all(folded, length - letters, length + letters, held, held, WORD))
        .map(({ fold, id }) => ({ id, away: awayFrom(folded, fold, letters) }))
        .filter(({ away }) => away < Infinity)
        .toSorted((a, b) => a.away - b.away)
      const ids = [...new Set(near.map(({ id }) => id))].slice(0, most)
      return ids.map((id) => nameOf.get(id)!)
    })
}

/** @returns the distance of a name: the changed letters if they are few, otherwise a larger number by the lengths */
function awayFrom(written: string, name: string, letters: number): number {
  const longer = Math.abs(name.length - written.length)
  const isNear = letters > 0 && longer <= letters
  const count = written === name ? 0 : isNear ? distance(written, name) : Infinity
  if (count <= letters) return count
  const [short, long] = name.length < written.length ? [name, written] : [written, name]
  return short.length >= WORD && long.includes(short) ? letters + longer : Infinity
}
