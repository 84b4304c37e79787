/** Checks the list of changes. Nothing derives it, so only its form shows that a disk damaged it. */
import type { Problem } from '../../graph/maintenance.ts'
import type { Db } from '../database/database.ts'

/** @returns a problem for each change whose items cannot be read */
export const changeProblems = (db: Db): Problem[] =>
  db
    .prepare<[], string>('SELECT id FROM change WHERE NOT json_valid(touched)')
    .pluck()
    .all()
    .map((id) => `change ${id}: its items cannot be read`)
