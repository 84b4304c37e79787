/** The tables, by name. */
import { SCHEMA } from './index.ts'

const NAMES = SCHEMA.flatMap(({ sql }) =>
  Array.from(sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g), ([, name]) => name!),
)

/** Tables that hold rows of no account: found by a key of their own. */
const OF_NOBODY: ReadonlySet<string> = new Set([
  'authorization_record',
  'counted_mail',
  'delivery',
  'keyring',
  'passkey_challenge',
  'rate',
])

/** Tables that hold the rows of a graph. */
const OF_GRAPH: ReadonlySet<string> = new Set([
  'graph',
  'record',
  'file',
  'file_home',
  'change',
  'idempotency_record',
  'graph_commit',
  'feed_day',
  'outbox',
  'kept_state',
  'commit_author',
  'snapshot',
])

/** Every table of the store, in the order of its creation. */
export const TABLES: readonly string[] = NAMES

/** The tables whose rows go with their account, and `account` itself apart. The lock of the graph keeps commits waiting. */
export const TABLES_OF_ACCOUNT: readonly string[] = [
  'graph',
  ...NAMES.filter((name) => name !== 'account' && name !== 'graph' && !OF_NOBODY.has(name)),
]

/** The tables whose rows go with their graph, in the same order. */
export const TABLES_OF_GRAPH: readonly string[] = TABLES_OF_ACCOUNT.filter((name) => OF_GRAPH.has(name))
