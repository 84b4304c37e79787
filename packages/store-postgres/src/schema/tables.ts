/** The tables, by name. */
import { SCHEMA } from './index.ts'

const NAMES = SCHEMA.flatMap(({ sql }) =>
  Array.from(sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g), ([, name]) => name!),
)

/** Tables that hold rows of no account: found by a key of their own. */
const OF_NOBODY: ReadonlySet<string> = new Set(['authorization_record', 'delivery', 'keyring', 'rate'])

/** Every table of the store, in the order of its creation. */
export const TABLES: readonly string[] = NAMES

/** The tables whose rows go with their account, and `account` itself apart. */
export const TABLES_OF_ACCOUNT: readonly string[] = NAMES.filter(
  (name) => name !== 'account' && !OF_NOBODY.has(name),
)
