/** Rows of what has declared members. A column has a list as one text with commas, and JSON as text. */
import { namesOfKind, type Members } from '../members.ts'
import type { Row } from './statement.ts'

/**
 * Reads rows.
 * @example
 * const toSite = reading<Site>(SITE)
 */
export function reading<T>(members: Members): (row: Row) => T {
  const lists = namesOfKind(members, 'list')
  const jsons = namesOfKind(members, 'json')
  return (row) => {
    const read: Record<string, unknown> = { ...row }
    for (const name of lists) if (name in row) read[name] = (row[name] as string).split(',')
    for (const name of jsons) if (name in row) read[name] = JSON.parse(row[name] as string)
    return read as T
  }
}

/**
 * Writes rows. An empty list is absent.
 * @example
 * const fromSite = writing(SITE)
 */
export function writing(members: Members): (given: object) => Row {
  const lists = namesOfKind(members, 'list')
  const jsons = namesOfKind(members, 'json')
  return (given) => {
    const row: Record<string, unknown> = { ...given }
    for (const name of lists) row[name] = (row[name] as readonly string[] | undefined)?.join() || undefined
    for (const name of jsons) if (row[name] !== undefined) row[name] = JSON.stringify(row[name])
    return row
  }
}
