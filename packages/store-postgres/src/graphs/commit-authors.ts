/** The authors of the latest commits. */
import { KNOWN_AUTHORS, type Authorship } from '@notegraph/store'
import type { Writer } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

const note = (rows: string): string =>
  `INSERT INTO commit_author (account_id, seq, at, kind, who, name) ${rows}`
const NOTE = ofAccount(
  note(
    'SELECT $1, made.* FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[]) AS made',
  ),
)
/** A single commit needs no arrays. PostgreSQL plans them for as long as it writes the row. */
const NOTE_ONE = ofAccount(note('VALUES ($1, $2, $3, $4, $5, $6)'))
const FORGET = ofAccount('DELETE FROM commit_author WHERE account_id = $1 AND seq <= $2')

/** In a commit: note who makes it. @param authors by the numbers that the commit takes */
export async function noteAuthors(
  writer: Writer,
  accountId: string,
  authors: ReadonlyMap<number, Authorship>,
): Promise<void> {
  const made = Array.from(authors, ([seq, { at, kind, id, name }]) => [seq, at, kind, id, name] as const)
  const [one] = made
  if (!one) return
  if (made.length === 1) return void (await writer.write(NOTE_ONE, [accountId, ...one]))
  await writer.write(NOTE, [
    accountId,
    made.map(([seq]) => seq),
    made.map(([, at]) => at),
    made.map(([, , kind]) => kind),
    made.map(([, , , id]) => id),
    made.map(([, , , , name]) => name),
  ])
}

/** Forgets the authors of commits that are no longer among the latest. @param head the number of the latest commit */
export const forgetAuthors = async (writer: Writer, accountId: string, head: number): Promise<void> =>
  void (await writer.write(FORGET, [accountId, head - KNOWN_AUTHORS]))
