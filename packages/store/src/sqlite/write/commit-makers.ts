/** Notes the makers of a commit: the device that pushed it, and its author. Rows of old commits are deleted some at a time. */
import type { Authorship } from '../../graph/history.ts'
import { KNOWN_AUTHORS } from '../../history-rules.ts'
import type { Db } from '../database/database.ts'

/** Commits between two deletions. */
const AT_ONCE = 256

export interface CommitMakers {
  noteDevice(seq: number, device: string): void
  noteAuthor(seq: number, by: Authorship): void
}

/** @param known the number of latest commits whose makers are not forgotten */
export function commitMakers(db: Db, known: number = KNOWN_AUTHORS): CommitMakers {
  const device = db.prepare<[number, string]>(
    `INSERT INTO commit_maker (seq, device) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET device = excluded.device`,
  )
  const author = db.prepare<[number, number, string, string, string]>(
    `INSERT INTO commit_maker (seq, at, kind, who, name) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (seq) DO UPDATE SET at = excluded.at, kind = excluded.kind, who = excluded.who, name = excluded.name`,
  )
  const forget = db.prepare<[number]>('DELETE FROM commit_maker WHERE seq <= ?')
  const forgetOld = (seq: number) => {
    if (seq % AT_ONCE === 0) forget.run(seq - known)
  }
  return {
    noteDevice(seq, id) {
      device.run(seq, id)
      forgetOld(seq)
    },
    noteAuthor(seq, { at, kind, id, name }) {
      author.run(seq, at, kind, id, name)
      forgetOld(seq)
    },
  }
}
