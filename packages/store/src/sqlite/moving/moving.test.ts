import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe } from 'vitest'
import { movingContract } from '../../../test/contract/index.ts'
import { openDatabase } from '../database/database.ts'
import { ACCOUNTS, graphFile } from '../graph/graph-files.ts'
import { openSqlite } from '../index.ts'
import { ACCOUNTS_SCHEMA } from '../schema/accounts/index.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { closedMark } from '../write/closed.ts'

describe('marks of the embedded store, set by another process', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-moving-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  movingContract(async () => ({
    store: openSqlite(folder),
    async mark(accountId, moving) {
      const accounts = openDatabase(join(folder, ACCOUNTS), ACCOUNTS_SCHEMA)
      accounts.prepare('UPDATE account SET moving = ? WHERE id = ?').run(moving ?? null, accountId)
      accounts.close()
      const path = graphFile(folder, accountId)
      if (!existsSync(path)) return
      const graph = openDatabase(path, GRAPH_SCHEMA)
      closedMark(graph).set(moving !== undefined)
      graph.close()
    },
  }))
})
