/** Checks each answer of a push with the state of the server before and after it. @see sync, The server's rules */
import type { GraphRecord } from '@notegraph/graph'
import type { PushAnswer, PushBody } from '@notegraph/sync'
import { isWorded } from './ledger.ts'
import { brokenBy } from './push-rules.ts'

/** The last commit of a record. */
export interface LatestCommit {
  readonly seq: number
  /** By the server's clock. */
  readonly at: number
  /** The device; undefined for a write on the server. */
  readonly by: string | undefined
  readonly record: GraphRecord
}

/** A push that was taken. */
export interface Taken {
  readonly device: string
  readonly body: PushBody
  readonly answer: PushAnswer
  /** The records that it replaced. */
  readonly befores: ReadonlyMap<string, GraphRecord | undefined>
  /** The last commits by id, before the push and after it. */
  readonly latestBefore: ReadonlyMap<string, LatestCommit>
  readonly latestAfter: ReadonlyMap<string, LatestCommit>
  /** The server's time before the push. */
  readonly now: number
  readonly quota: number
  /** Returns the revisions with which the device replaced words. */
  readonly replacementsOf: (rev: string) => ReadonlySet<string>
}

/** Yields each rule that an answer of the push breaks. */
export function* pushFaults(push: Taken): Generator<string> {
  const { body, answer, befores, latestBefore, latestAfter, now, replacementsOf } = push
  const places = [latestBefore, latestAfter].map((held) => (id: string) => {
    const record = held.get(id)?.record
    return isWorded(record) ? record.place : undefined
  })
  const homes = [latestBefore, latestAfter].map((held) => (id: string) => homeIn(held, id))
  for (const [i, item] of body.records.entries()) {
    const { id, record: after, outcome, error } = answer.results[i]!
    if (outcome === 'refused') {
      if (!mayRefuse(push, item.dirty, error?.code, id))
        yield `server 9: ${id}: ${error?.error} is refused with ${error?.code}`
    } else if (after) {
      const before = befores.has(id) ? befores.get(id) : after
      const isWritten = isWrittenOn(push, id)
      yield* brokenBy({ item, before, after, now, places, homes, isWrittenOn: isWritten, replacementsOf })
    } else yield `server 5: ${id} is answered with nothing`
  }
}

/** The live page that took the blocks of a page; the page itself if none did. */
function homeIn(held: Taken['latestBefore'], pageId: string): string {
  const met = new Set<string>()
  let at: string | undefined = pageId
  while (at !== undefined && !met.has(at)) {
    met.add(at)
    const page: GraphRecord | undefined = held.get(at)?.record
    if (page?.kind !== 'page') break
    if (page.deleted === undefined) return at
    const into: unknown = page.props[':into']?.v
    at = typeof into === 'string' ? into : undefined
  }
  return pageId
}

/** Whether others committed live blocks on a page after the push's cursor, or a block stays that the push deletes. */
const isWrittenOn = ({ device, body, latestBefore, latestAfter }: Taken, pageId: string): boolean =>
  body.records.some(
    ({ record, dirty }) => dirty.includes('deleted') && isOn(latestAfter.get(record.id)?.record, pageId),
  ) ||
  [...latestBefore.values()].some(
    ({ seq, by, record }) =>
      by !== device &&
      isOn(record, pageId) &&
      isOn(latestAfter.get(record.id)?.record, pageId) &&
      seq > (cursorSeq(body) ?? Infinity),
  )

/** A shrinking edit is accepted, whatever the free space. */
function mayRefuse(
  { quota, latestAfter }: Taken,
  dirty: readonly string[],
  code: string | undefined,
  id: string,
): boolean {
  const isShrinking = dirty.every((group) => group === 'deleted' || group === 'place' || group === 'drops')
  return code === 'quota_full' && quota !== Infinity && !(isShrinking && latestAfter.has(id))
}

const isOn = (record: GraphRecord | undefined, pageId: string): boolean =>
  isWorded(record) && record.deleted === undefined && record.place.pageId === pageId

/** The number up to which the pushing device has pulled. */
function cursorSeq(body: PushBody & { readonly cursor?: string }): number | undefined {
  const seq = body.cursor?.split('.')[1]
  return seq === undefined ? undefined : Number(seq)
}
