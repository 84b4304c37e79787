/**
 * The one file beside the graphs: accounts and what opens them. Times are milliseconds since 1970. `schema.sql` beside
 * this shows it after all migrations. A released migration never changes; a new one goes last.
 */
import type { Migrations } from '../../database/database.ts'
import accounts from './0001-accounts.ts'

export const ACCOUNTS_SCHEMA: Migrations = [accounts]
