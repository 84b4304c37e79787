import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runSql } from '@notegraph/postgres-tests'
import { graphFile } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'
import type { Fault } from '../fault.ts'
import { command } from '../server.ts'
import { ACCOUNT, type Site } from '../site.ts'

const WRITES = 60
/** Parts of an entry that stay well formed with another letter, as SQL. */
const DAMAGES = [
  "touched = replace(touched, 'block-', 'clock-')",
  "summary = replace(summary, 'a', 'e')",
  'at = at + 1',
] as const
const LATEST = `(SELECT id FROM change WHERE touched LIKE '%block-%' ORDER BY n DESC LIMIT 1)`

/** A changed letter in the list of changes is found by `check`, though the entry is still well formed. */
export const DAMAGED_CHANGES: Fault = {
  name: 'damaged-changes',
  injects: `${DAMAGES.length} changed letters in the list of changes`,
  stores: ['embedded', 'postgres'],
  async run({ site, load, broken }) {
    await load.more(WRITES)
    await site.end('SIGTERM')
    let fired = 0
    for (const damage of DAMAGES) {
      const { rows, code, words } = await checkWith(site, damage)
      fired += rows
      if (code !== 1 || !/change [-\w]+: it is not the one that was written/.test(words))
        broken(`check did not find ${damage}: ${words}`)
    }
    await site.start()
    return fired
  },
}

interface Checked {
  /** Entries that were damaged. */
  readonly rows: number
  readonly code: number | null
  readonly words: string
}

const checkWith = async (site: Site, damage: string): Promise<Checked> =>
  site.postgres ? onPostgres(site, damage, site.postgres.url()) : onCopy(site, damage)

async function onCopy(site: Site, damage: string): Promise<Checked> {
  const data = join(site.folder, 'damaged')
  cpSync(site.data, data, { recursive: true })
  const db = new Database(graphFile(data, ACCOUNT))
  const { changes } = db.prepare(`UPDATE change SET ${damage} WHERE id = ${LATEST}`).run()
  db.close()
  const checked = await command(['check', '--account', ACCOUNT], { ...site.env, NOTEGRAPH_DATA: data })
  rmSync(data, { recursive: true })
  return { rows: changes, ...checked }
}

/** Damages the entry in the database itself, and puts it back. */
async function onPostgres(site: Site, damage: string, url: string): Promise<Checked> {
  await runSql(url, `CREATE TABLE whole AS SELECT * FROM change WHERE id = ${LATEST}`)
  await runSql(url, `UPDATE change SET ${damage} WHERE id IN (SELECT id FROM whole)`)
  const checked = await command(['check', '--account', ACCOUNT], site.env)
  const back = await runSql(
    url,
    `UPDATE change SET touched = whole.touched, summary = whole.summary, at = whole.at FROM whole
     WHERE change.id = whole.id RETURNING change.id`,
  )
  await runSql(url, 'DROP TABLE whole')
  return { rows: back.length, ...checked }
}
