/**
 * One answer to a pull: the records after a cursor, and the cursor of the next answer.
 *
 * @see sync, Routes
 */
import type { GraphStore } from '@notegraph/store'
import { checksumOf, type PullAnswer } from '@notegraph/sync'
import { beginAt, formatCursor, nextCursor, type Cursor } from './cursor.ts'

export interface PullPage {
  /** A `PullAnswer`. */
  readonly json: string
  readonly next: Cursor
  readonly more: boolean
}

/**
 * @param account its id
 * @param cursor an outdated one leads to the beginning
 * @param most the number of records and their bytes; a larger record comes alone
 * @param now the time of the answer, in milliseconds since 1970
 */
export async function readPullPage(
  { feed }: Pick<GraphStore, 'feed'>,
  account: string,
  cursor: Cursor | undefined,
  most: { readonly records: number; readonly bytes: number },
  now: number,
): Promise<PullPage> {
  for (;;) {
    const begin = beginAt(cursor, await feed.state())
    const page = await feed.read(begin.cursor, most)
    // After a restore or a collection, the records may not follow the cursor.
    if (page.epoch !== begin.cursor.epoch || beginAt(cursor, page).cursor.seq !== begin.cursor.seq) continue
    const { epoch, more, head, live, totals } = page
    const next = nextCursor(begin.cursor, page.position, page)
    const rest: Omit<PullAnswer, 'records'> = {
      cursor: formatCursor(next),
      epoch,
      account,
      more,
      reset: begin.reset,
      now,
      head,
      ...(live !== undefined && (begin.reset || !cursor) && { total: live }),
      ...(totals && { count: totals.count, checksum: checksumOf(totals.sum) }),
    }
    return { json: `{"records":[${page.records.join()}],${JSON.stringify(rest).slice(1)}`, next, more }
  }
}

/** The answers from one page to the head. Each is read when the caller asks for it. */
export async function* answersFrom(
  first: PullPage,
  read: (cursor: Cursor) => Promise<PullPage>,
): AsyncGenerator<string, void> {
  for (let page = first; ; page = await read(page.next)) {
    yield page.json
    if (!page.more) return
  }
}
