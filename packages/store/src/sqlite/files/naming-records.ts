/** Which files live records name, wherever: also in shapes, versions of words and blocks whose page is not there. */
import { setImmediate } from 'node:timers/promises'
import { FILES } from '@notegraph/block-text'
import type { Db } from '../database/database.ts'

/** Records looked through at once, before others have their turn. */
const BATCH = 2_000
const NAMED = new RegExp(String.raw`${FILES}(?:\./)*([\w%-]+)`, 'g')
const ESCAPE = /%([0-9a-f]{2})/gi

/** @returns those of the ids that some live record names */
export function namingRecords(db: Db): (ids: ReadonlySet<string>) => Promise<Set<string>> {
  const naming = db.prepare<[number, number], { n: number; text: string | null }>(
    `SELECT n, iif(deleted = 0 AND instr(coalesce(doc, content), '${FILES}') > 0, coalesce(doc, content), NULL) AS text FROM record WHERE n > ?
     ORDER BY n LIMIT +?`,
  )
  return async (ids) => {
    const found = new Set<string>()
    let after = 0
    for (;;) {
      const rows = naming.all(after, BATCH)
      for (const { text } of rows)
        for (const [, id = ''] of text?.matchAll(NAMED) ?? []) {
          const plain = id.replaceAll(ESCAPE, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          )
          if (ids.has(plain)) found.add(plain)
        }
      if (rows.length < BATCH) return found
      after = rows.at(-1)!.n
      await setImmediate()
    }
  }
}
