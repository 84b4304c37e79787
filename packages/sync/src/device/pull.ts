/**
 * A pull: pages of records up to the head. The device commits each page with its cursor in one transaction, so an
 * interrupted pull continues.
 *
 * @see sync, The device's rules 2 to 6
 */
import type { GraphRecord, Prop } from '@notegraph/graph'
import type { Group, PageRecordsAnswer, PullAnswer } from '../message.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { pagesOf, type Local, type Meta, type Progress } from './local.ts'
import { resendMissing } from './resend.ts'
import { SERVER } from './origin.ts'
import { asPulled, overlay, withUnseenLists } from './overlay.ts'
import { restamp } from './restamp.ts'

/** The times of a request and its answer, by this device's clock. */
interface PullRequest {
  readonly askedAt: number
  readonly receivedAt: number
  /** The size of the answer in bytes. */
  readonly bytes?: number
}

/** Stores one page of records with its cursor. */
export async function applyPage(core: Core, answer: PullAnswer, asked: PullRequest): Promise<void> {
  await core.write(async (draft) => {
    beginFull(draft, answer)
    const offset = learntOffset(draft.meta.offset, answer.now, asked)
    await restamp(draft, answer.now, offset)
    const locals = await draft.getAll(answer.records.map(({ id }) => id))
    const now = core.environment.now() + offset
    for (const [i, record] of answer.records.entries()) landRecord(core, draft, locals[i], record, now)
    draft.set({
      cursor: answer.cursor,
      epoch: answer.epoch,
      ...(answer.account !== undefined && { account: answer.account }),
      head: answer.head,
      offset,
      ...(!answer.more && { syncedAt: asked.receivedAt }),
      ...(draft.meta.full && { pulled: further(draft.meta.pulled, answer, asked) }),
    })
  }, SERVER)
}

/** Whether the first pull is not over, so that the server may have notes that this device has never had. */
export const isNew = ({ syncedAt }: Meta): boolean => syncedAt === undefined

/**
 * Stores the records of one page while the first pull runs. It takes those alone that are not here: others can be newer, or edited.
 * The pull brings all of them again. It deletes those that it does not bring, because they are gone by now.
 */
export async function applyPageFirst(core: Core, answer: PageRecordsAnswer): Promise<void> {
  await core.write(async (draft) => {
    const { meta } = draft
    const { epoch, account } = answer
    if (!isNew(meta) || (meta.epoch ?? epoch) !== epoch || (meta.account ?? account) !== account) return
    const locals = await draft.getAll(answer.records.map(({ id }) => id))
    const pass = meta.full ? meta.pass - 1 : meta.pass
    for (const [i, record] of answer.records.entries()) {
      if (locals[i]) continue
      draft.touch(pagesOf(record))
      draft.put(asPulled(record, pass))
    }
  }, SERVER)
}

function further(
  pulled: Progress | undefined,
  { records, total, count }: PullAnswer,
  { bytes = 0 }: PullRequest,
): Progress {
  const all = count ?? total ?? pulled?.total
  return {
    records: (pulled?.records ?? 0) + records.filter(({ deleted }) => deleted === undefined).length,
    bytes: (pulled?.bytes ?? 0) + bytes,
    ...(all !== undefined && { total: all }),
  }
}

/**
 * Returns the server's time minus this device's time. The server read its clock between the request and the answer, so
 * a slow answer gives a range. The known offset stays if it is in this range; otherwise the nearest possible one
 * replaces it.
 */
function learntOffset(known: number, now: number, { askedAt, receivedAt }: PullRequest): number {
  return Math.max(now - receivedAt, Math.min(known, now - askedAt))
}

/** Starts a full pull, the first or another. A server whose head decreased has lost data. */
function beginFull(draft: Draft, { reset, epoch, head }: PullAnswer): void {
  const { meta } = draft
  if (!reset && meta.cursor !== undefined) return
  const isLost =
    meta.full === 'lost' || (meta.epoch !== undefined && (epoch !== meta.epoch || head < meta.head))
  draft.unset('pulled')
  draft.set({ full: isLost ? 'lost' : 'whole', pass: meta.pass + 1, touched: 'all' })
}

function landRecord(
  core: Core,
  draft: Draft,
  local: Local | undefined,
  server: GraphRecord,
  now: number,
): void {
  const { meta } = draft
  draft.touch(pagesOf(server))
  if (!local) return draft.put(asPulled(server, meta.pass))
  const nextEdit = () => draft.nextEdit()
  const isOwn = (group: Group, prop: Prop) => core.isUnanswered(server.id, group, prop)
  const joined = meta.full === 'lost' ? local : withUnseenLists(local, server, now, isOwn, nextEdit)
  draft.put(pulled(joined, server, meta, nextEdit))
}

/** Applies a pulled record to a local one. */
function pulled(local: Local, server: GraphRecord, { full, pass }: Meta, nextEdit: () => number): Local {
  const { fate: _, ...held } = local
  const mine = full === 'lost' ? resendMissing(held, server, nextEdit()) : held
  const record = overlay(server, mine)
  // A deletion waits until the number of deletions is known.
  return record.deleted !== undefined && local.record.deleted === undefined
    ? { ...mine, fate: { record: server }, pass }
    : { ...mine, record, pass }
}
