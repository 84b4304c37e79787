/**
 * One pass: pulls up to the head, applies deletions, tidies, and pushes dirty records. A failed pass ends, and the next
 * one continues from there.
 *
 * @see sync, The device's rules 2, 5 and 6
 */
import { checksumOf, hashOf, replaced } from '../checksum.ts'
import type { PullAnswer, WireError } from '../message.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { PENDING, type Meta, type Progress } from './local.ts'
import { applyPage } from './pull.ts'
import { applyAnswer, nextBatch } from './push.ts'
import { finishPull } from './finish-pull.ts'
import { ask, pullAnswers, type Answered, type Offline } from './pull-answers.ts'
import { repairPages } from './repair-pages.ts'
import type { Transport } from './transport.ts'

/** The result of a pass. */
export type PassEnd =
  | { readonly end: 'done' }
  | { readonly end: 'offline'; readonly reason: WireError }
  /** `status` is the HTTP status; 0 for a fault of this device. */
  | { readonly end: 'error'; readonly status: number; readonly reason: WireError }

/** The parts that a pass works with. */
export interface Pass {
  readonly core: Core
  readonly transport: Transport
  readonly report: (status: 'pulling' | 'pushing', progress?: Progress) => void
  /** Counts what the pass moved. */
  readonly tally: Tally
}

/** The records that a pass moved. */
export interface Tally {
  /** Records that the server sent. */
  pulled: number
  /** Records that the server accepted. */
  pushed: number
}

const DONE: PassEnd = { end: 'done' }
const CONFLICT = 409
const TOO_LARGE = 413
const MOST_TRIES = 3

const fault = (code: string, error: string, hint: string): PassEnd => ({
  end: 'error',
  status: 0,
  reason: { code, error, hint },
})

/**
 * Runs one pass.
 *
 * @param pulls whether to pull first; a pass always pulls if it could not push otherwise
 */
export async function runPass(pass: Pass, pulls: boolean): Promise<PassEnd> {
  const { core } = pass
  let pulled: PassEnd = DONE
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (pulls || tries > 0 || core.meta.cursor === undefined || core.meta.full) {
      pass.report('pulling', core.meta.pulled)
      pulled = await pullAll(pass)
      if (pulled.end !== 'done' && !isDiffering(pulled)) return pulled
    }
    pass.report('pushing')
    const pushed = await pushAll(pass)
    if (pushed !== 'pull first') return pushed.end === 'done' ? pulled : pushed
  }
  return fault('conflict', 'The server kept changing during the push.', 'Try again later.')
}

async function pullAll(pass: Pass): Promise<PassEnd> {
  for await (const answered of pullAnswers(pass.core, pass.transport)) {
    const end = await takeAnswer(pass, answered)
    if (end) return end
  }
  return DONE // for the compiler; the answers have no end
}

/** Stores an answer. @returns undefined while more have to come */
async function takeAnswer(pass: Pass, { reply, askedAt }: Answered): Promise<PassEnd | undefined> {
  const { core } = pass
  if (reply.ok === 'offline') return offline(reply)
  if (!reply.ok) return { end: 'error', status: reply.status, reason: reply.error }
  const answer = reply.value
  const { account = answer.account } = core.meta
  core.isOtherAccount = account !== answer.account
  if (core.isOtherAccount) return otherAccount()
  if (answer.more && answer.cursor === core.meta.cursor)
    return fault('bad_answer', 'The server sent the same page of changes twice.', 'Report this error.')
  await applyPage(core, answer, { askedAt, receivedAt: core.environment.now(), ...sizeIn(reply) })
  pass.tally.pulled += answer.records.length
  if (core.meta.pulled) pass.report('pulling', core.meta.pulled)
  if (answer.more) return undefined
  core.reached(answer.head)
  if (!(await finishPull(core))) return askFirst()
  const agrees = await agree(core, answer)
  if (agrees === 'again') return undefined
  await repairPages(core)
  return agrees ? DONE : differing()
}

/** A wrong address stays wrong, so this is no matter of the network. */
const offline = ({ reason }: Offline): PassEnd =>
  reason.code === 'bad_url' ? { end: 'error', status: 0, reason } : { end: 'offline', reason }

const sizeIn = ({ bytes }: { readonly bytes?: number }) => (bytes === undefined ? {} : { bytes })

const askFirst = (): PassEnd =>
  fault(
    'mass_deletion',
    'This pull would delete nearly everything on this device.',
    'If you deleted your notes on purpose, allow the deletion.',
  )

const otherAccount = (): PassEnd =>
  fault(
    'other_account',
    'This device has the notes of another account.',
    'Sign in to that account again, or use a new store for this account.',
  )

const differing = (): PassEnd =>
  fault('differs', 'This device and the server differ after a full pull.', 'Report this error.')

const isDiffering = (end: PassEnd): boolean => end.end === 'error' && end.reason.code === 'differs'

/**
 * Compares the device's totals with the server's. If they differ, the device counts its records again. If they still
 * differ, it runs one full pull.
 */
async function agree(core: Core, { count, checksum }: PullAnswer): Promise<boolean | 'again'> {
  if (count === undefined || checksum === undefined || (await hasOwn(core))) return true
  const isSame = ({ live, sum }: Totals) => live === count && checksumOf(sum) === checksum
  const { mended } = core.meta
  if (isSame(core.meta) && !mended) return true
  return core.write(async (draft) => {
    if (!isSame(draft.meta)) await countAgain(core, draft)
    if (isSame(draft.meta)) {
      draft.unset('mended')
      return true
    }
    if (mended) return false
    draft.unset('cursor')
    draft.set({ full: 'lost', mended: true })
    return 'again'
  })
}

type Totals = Pick<Meta, 'live' | 'sum'>

/** Counts the records again. Stored totals can be wrong, for example after two engines used the same store. */
async function countAgain({ store }: Core, draft: Draft): Promise<void> {
  let live = 0
  let sum = 0
  for await (const batch of store.scan())
    for (const { record } of batch) {
      if (record.deleted === undefined) live++
      sum = replaced(sum, 0, hashOf(record))
    }
  const { meta } = draft
  if (live !== meta.live || sum !== meta.sum) draft.set({ live, sum, recounted: (meta.recounted ?? 0) + 1 })
}

/** Whether this device has edits that the server may not have. */
async function hasOwn({ store }: Core): Promise<boolean> {
  for (const mark of [...PENDING, 'refused']) if ((await store.count(mark)) > 0) return true
  return false
}

async function pushAll({ core, transport, tally }: Pass): Promise<PassEnd | 'pull first'> {
  let most: number | undefined
  for (;;) {
    const batch = await nextBatch(core, most)
    if (!batch) return DONE
    const reply = await ask(() => transport.push(batch.body))
    if (reply.ok === 'offline') return offline(reply)
    if (reply.ok) {
      const { results } = reply.value
      if (results.length !== batch.sent.length || results.some(({ id }, i) => id !== batch.sent[i]!.id))
        return fault(
          'bad_answer',
          'The server did not return a result for each record.',
          'Report this error.',
        )
      await applyAnswer(core, batch, results)
      tally.pushed += results.filter(({ outcome }) => outcome !== 'refused').length
      if (results.every(({ outcome }) => outcome === 'applied')) core.pushed(reply.value.head)
    } else if (reply.status === CONFLICT) return 'pull first'
    else if (reply.status === TOO_LARGE) most = await smaller(core, batch.sent.length, reply.error)
    else return { end: 'error', status: reply.status, reason: reply.error }
  }

  /** Halves the batch. Rejects a record that is too large alone. */
  async function smaller(core: Core, sent: number, error: WireError): Promise<number> {
    if (sent > 1) return Math.floor(sent / 2)
    const batch = await nextBatch(core, 1)
    if (batch)
      await applyAnswer(core, batch, [{ id: batch.sent[0]!.id, outcome: 'refused', record: null, error }])
    return 1
  }
}
