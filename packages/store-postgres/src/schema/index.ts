/**
 * The tables, one migration a file. `schema.txt` beside this lists them after all migrations. A released migration never
 * changes; a new one goes last.
 */
import type { Migration } from './migration.ts'
import tables from './0001-tables.ts'

export const SCHEMA: readonly Migration[] = [tables]
