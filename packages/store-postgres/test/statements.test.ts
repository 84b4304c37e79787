/**
 * Reads every statement, on paper and as PostgreSQL plans it.
 *
 * @module-tag postgres
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describePostgres } from '@notegraph/postgres-tests'
import { describe, expect, test } from 'vitest'
import { allStatements } from '../src/database/statement.ts'
import { openPostgres } from '../src/index.ts'
import { TABLES } from '../src/schema/tables.ts'
import { withConnection } from './run-sql.ts'

const src = join(import.meta.dirname, '..', 'src')
// A statement is known once its module is loaded, and the index does not load every module. Threads have no statements of
// their own.
await Promise.all(
  globSync('**/*.ts', { cwd: src, exclude: ['**/*-worker.ts'] }).map(async (file) => import(join(src, file))),
)
const statements = allStatements().map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }))
const ofAccount = statements.filter(({ reason }) => reason === undefined)
const across = statements.filter(({ reason }) => reason !== undefined)

describe('a statement', () => {
  test.each(ofAccount)('names the account: $text', ({ text }) => {
    expect(text).toMatch(/\baccount_id = \$\d|^INSERT INTO \w+ \(account_id, /)
  })

  test('that names no account says why, in this list', async () => {
    const lines = across.map(({ text, reason }) => `${reason}\n    ${text}\n`)
    await expect([...new Set(lines)].toSorted().join('')).toMatchFileSnapshot('across-accounts.txt')
  })

  test('is created in one place: nothing else runs text', () => {
    const running = globSync('**/*.ts', { cwd: src }).filter((file) =>
      /\.query[(<]/.test(readFileSync(join(src, file), 'utf8')),
    )
    expect(running.toSorted()).toEqual([
      'database/database.ts',
      'database/listener.ts',
      'database/prepared.ts',
      'database/requirements.ts',
      'schema/migrate.ts',
    ])
  })
})

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` has it. */
interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const isScan = (plan: Plan) => plan['Relation Name'] !== undefined && plan['Node Type'].includes('Scan')

describePostgres('a statement, as PostgreSQL plans it', (database) => {
  /** The plan for any values. Tables are empty, so that a scan of a whole table is put off as far as it can be. */
  const plans = async (texts: readonly string[]): Promise<Map<string, Plan[]>> => {
    const store = await openPostgres({ url: database.url })
    await store.close()
    return withConnection(database.url, async (run) => {
      await run('SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan')
      const found = new Map<string, Plan[]>()
      for (const text of texts) {
        const count = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, n]) => Number(n)))
        await run(`PREPARE one AS ${text}`)
        const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'NULL').join()})`
        const [row] = await run(`EXPLAIN (FORMAT JSON) EXECUTE one${values}`)
        const [explained] = row!['QUERY PLAN'] as [{ Plan: Plan }]
        found.set(text, nodesOf(explained.Plan))
        await run('DEALLOCATE one')
      }
      return found
    })
  }

  test('looks only at rows of its account', async () => {
    for (const [text, nodes] of await plans(ofAccount.map((one) => one.text)))
      for (const node of nodes.filter(isScan)) {
        const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join()
        expect.soft(conditions, text).toContain('account_id')
      }
  })

  test('uses an index', async () => {
    const scanning = [...(await plans(statements.map((one) => one.text)))]
      .filter(([, nodes]) => nodes.some((node) => node['Node Type'] === 'Seq Scan'))
      .map(([text]) => text)
    expect(scanning).toEqual([])
  })

  test('every table has a key that begins with the account, or is found by another', async () => {
    const keys = await withConnection(database.url, async (run) =>
      run(`SELECT relname AS table, attname AS first FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
           JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0] WHERE indisprimary
             AND relnamespace = current_schema()::regnamespace ORDER BY relname`),
    )
    const others = keys.filter(({ table, first }) => first !== 'account_id' && TABLES.includes(String(table)))
    expect(Object.fromEntries(others.map(({ table, first }) => [table, first]))).toEqual({
      app_secret: 'kind',
      authorization_record: 'kind',
      browser: 'id',
      connected_app: 'id',
      delivery: 'id',
      file_home: 'file',
      identity: 'issuer',
      keyring: 'name',
      passkey: 'id',
      passkey_challenge: 'hash',
      rate: 'key',
      session: 'id',
      share: 'id',
      sign_in_link: 'hash',
      site: 'slug',
      token: 'id',
    })
  })
})
