/** Reads every statement on accounts as SQLite plans it. */
import { expect, test } from 'vitest'
import { accountStatements } from '../../account-sql/index.ts'
import { openDatabase } from '../database/database.ts'
import { ACCOUNTS_SCHEMA } from '../schema/accounts/index.ts'
import { spell } from './account-sql.ts'

/** Statements that want nearly all rows of their table. */
const READ_WHOLE = [
  'SELECT 1 AS one FROM account LIMIT 1',
  /^SELECT account\.id AS id, .* FROM account ORDER BY account\.id$/,
  'SELECT account.id AS id FROM account',
  /^SELECT account_id AS "accountId" FROM sweep_due WHERE due <= /,
  // A link lives for minutes.
  'DELETE FROM sign_in_link WHERE account_id = @accountId',
]

const db = openDatabase(':memory:', ACCOUNTS_SCHEMA)

test.each(accountStatements().map(({ text }) => spell(text).replaceAll(/\s+/g, ' ').trim()))(
  'uses an index: %s',
  (text) => {
    const parts = text.split(/@\w+/)
    const explain = db.prepare<null[], { detail: string }>(`EXPLAIN QUERY PLAN ${parts.join('?')}`)
    const plan = explain.all(...parts.slice(1).map(() => null))
    const isScanning = plan.some(({ detail }) => /^SCAN (?!CONSTANT ROW|json_each)/.test(detail))
    const isKnown = READ_WHOLE.some((known) =>
      typeof known === 'string' ? known === text : known.test(text),
    )
    expect(isScanning).toBe(isKnown)
  },
)

test.each([
  ['SELECT at FROM a WHERE account.account_id = @id FOR SHARE', 'SELECT at FROM a WHERE account.id = @id'],
  ['UPDATE a SET at = greatest(at, @at)', 'UPDATE a SET at = max(at, @at)'],
  ['DELETE FROM a WHERE id = ANY (@ids)', 'DELETE FROM a WHERE id IN (SELECT value FROM json_each(@ids))'],
  [
    'SELECT at FROM a WHERE id = @id ORDER BY at LIMIT ALL OFFSET @offset',
    'SELECT at FROM a WHERE id = (SELECT @id) ORDER BY at LIMIT -1 OFFSET +@offset',
  ],
  ["SELECT pg_advisory_xact_lock(hashtextextended('a', 0))", 'SELECT 1'],
  ['UPDATE a SET is_on = true WHERE is_on = false', 'UPDATE a SET is_on = 1 WHERE is_on = 0'],
])('spells %s as SQLite does', (text, expected) => {
  expect(spell(text)).toBe(expected)
})
