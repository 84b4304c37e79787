/**
 * Commits a write. It is decided from the current records, checked against `If-Match` and `if_unchanged`, and committed
 * with its entry in the change list. An edit of the person has an entry for Undo alone. The write is read back in the same
 * step. If another write committed meanwhile, it is decided again.
 */
import { LIMITS } from '@notegraph/contract'
import { blockJson, pageJson } from '@notegraph/graph'
import type { Change, ChangeRefusal, GraphStore, ReadBack } from '@notegraph/store'
import { BROWSER, type Caller } from '../access.ts'
import { answer, etagOf } from '../answer.ts'
import { callerAuthor } from '../author.ts'
import { refusePublishing, type CheckWrite } from '../sharing/publish-right.ts'
import type { ReadersCheck } from '../sharing/readers-check.ts'
import { ok, refuse, type Refusal, type Result } from '../refusal.ts'
import type { DecideWrite, WriteDecision } from './decision.ts'
import { checkMatch } from './if-match.ts'
import { checkUnchanged } from './if-unchanged.ts'
import type { Edit } from './edit.ts'
import { yieldToOthers } from '../write-queue.ts'
import type { WriteOptions, WriteDeps, WriteAnswer } from './write-answer.ts'

const HOUR = 3_600_000

/** Changes before this time have expired. @returns milliseconds since 1970 @see decisions 8.4 */
export const listedSince = (now: number): number => now - LIMITS.changeDays * 24 * HOUR

/** Milliseconds for which the answer of an idempotency key is kept. */
const KEPT_FOR = LIMITS.keptHours * HOUR

/** To decide an edit of so many records takes long enough to let others run before it is committed. */
const MANY = 500

/** The answer that is stored under a key. */
type StoredAnswer = Pick<WriteAnswer<never>, 'json' | 'etag' | 'changeId'>

/** The record of the answer was deleted at the same moment; inside a commit, this rolls it back. */
class RecordVanishedError extends Error {}

export class WriteCommit<T> {
  readonly #graph: GraphStore
  readonly #caller: Caller
  readonly #deps: WriteDeps
  readonly #how: WriteOptions
  readonly #checkOf: CheckWrite
  /** Each token has its own keys. */
  readonly #key: string | undefined

  constructor(graph: GraphStore, caller: Caller, deps: WriteDeps, how: WriteOptions, checkOf: CheckWrite) {
    this.#graph = graph
    this.#caller = caller
    this.#deps = deps
    this.#how = how
    this.#checkOf = checkOf
    this.#key = how.key && `${caller.tokenId} ${how.key.key}`
  }

  /** @returns undefined if another write committed meanwhile */
  async attempt(decide: DecideWrite): Promise<Result<WriteAnswer<T>> | undefined> {
    const { clock, newId, origin } = this.#deps
    const now = clock()
    const replayed = await this.#replay(now)
    if (replayed) return replayed
    const head = await this.#graph.commits.head()
    const decision = await decide(this.#graph, {
      now,
      zone: this.#caller.zone,
      newId,
      ...(origin !== undefined && { origin }),
    })
    if (!decision.ok) return decision
    const { subject, edit } = decision.value
    const matches = checkMatch(this.#how.ifMatch, subject)
    if (!matches.ok) return matches
    const unchanged = await checkUnchanged(this.#graph, this.#how.ifUnchanged, subject)
    if (!unchanged.ok) return unchanged
    if (!edit.ok) return edit
    try {
      return edit.value || this.#key !== undefined
        ? await this.#commit(decision.value, edit.value, head, now)
        : await this.#asItIs(decision.value, head)
    } catch (error) {
      if (error instanceof RecordVanishedError) return undefined
      throw error
    }
  }

  /** Whether the write depends on the state of its subject. */
  get #comparesState(): boolean {
    return this.#how.ifMatch !== undefined || this.#how.ifUnchanged !== undefined
  }

  /** The earlier answer of the key; undefined if the key is new. */
  async #replay(now: number): Promise<Result<WriteAnswer<T>> | undefined> {
    const kept =
      this.#key === undefined ? undefined : await this.#graph.commits.findIdempotencyRecord(this.#key)
    if (!kept || kept.at < now - KEPT_FOR) return undefined
    return kept.request === this.#how.key?.request
      ? ok(written(JSON.parse(kept.answer) as StoredAnswer, true))
      : refuse({ code: 'conflict', why: 'key_reused' })
  }

  /** Shows the current state, if no write committed while it was read. */
  async #asItIs(decision: WriteDecision, head: number): Promise<Result<WriteAnswer<T>> | undefined> {
    if ((await this.#graph.commits.head()) !== head) return undefined
    return ok(written(make(decision, decision.show ? decision.subject.json : ''), false))
  }

  async #commit(
    decision: WriteDecision,
    edit: Edit | undefined,
    head: number,
    now: number,
  ): Promise<Result<WriteAnswer<T>> | undefined> {
    const entry = edit && this.#entry(decision, edit, now)
    const makeOf = (shown: ReadBack): StoredAnswer =>
      make(decision, decision.show ? jsonOf(shown) : '', entry?.entry.id)
    const puts = edit?.puts ?? []
    if (puts.length >= MANY) await yieldToOthers()
    const readers = await this.#checkOf(puts, now)
    const change = {
      puts,
      by: callerAuthor(this.#caller, now),
      ...((decision.whole === true || this.#comparesState || !edit) && { head }),
    }
    const result = await this.#graph.commits.commit({
      ...change,
      quota: this.#caller.account.quota,
      ...(decision.show && { show: decision.show }),
      ...(entry && { entry }),
      ...this.#keep(makeOf, now),
      ...(readers && { check: readers.check }),
    })
    if (result.ok) return ok(written(makeOf(result.shown), false))
    const refusal = this.#refusal(result.why)
    if (readers && (result.why === 'check_failed' || (refusal && (await this.#isSeen(change, readers)))))
      return refusePublishing(this.#graph, this.#caller, readers.place())
    return refusal && refuse(refusal)
  }

  /** Whether readers would see a change that has no room. The right goes before the room. @see decisions 6.1 */
  async #isSeen(change: Change, { check }: ReadersCheck): Promise<boolean> {
    let isSeen = false
    // The check refuses the change in any case, so that nothing is written.
    await this.#graph.commits.commit({
      ...change,
      check: (reads) => {
        const passes = check(reads)
        return () => {
          isSeen = !passes()
          return false
        }
      },
    })
    return isSeen
  }

  #entry({ action }: WriteDecision, edit: Edit, now: number): NonNullable<Change['entry']> {
    const { puts: _, ...listed } = edit
    const { tokenId, tokenName: token } = this.#caller
    const own = tokenId === BROWSER && ({ own: true } as const)
    const entry = { id: this.#deps.newId(), at: now, token, tokenId, action, ...listed, ...own }
    return {
      entry,
      most: own ? LIMITS.undoableEdits : this.#deps.revertibleChanges,
      mostBytes: LIMITS.changeListBytes,
      since: listedSince(now),
    }
  }

  #keep(makeOf: (shown: ReadBack) => StoredAnswer, now: number): Pick<Change, 'idempotency'> {
    if (this.#key === undefined || !this.#how.key) return {}
    const { request } = this.#how.key
    const answer = (shown: ReadBack): string => JSON.stringify(makeOf(shown))
    const [since, mostBytes] = [now - KEPT_FOR, LIMITS.keptAnswerBytes]
    return { idempotency: { key: this.#key, request, at: now, since, mostBytes, answer } }
  }

  /** @returns undefined if the write must be decided again */
  #refusal(why: ChangeRefusal): Refusal | undefined {
    if (why === 'trail_full') return { code: 'trail_full', limit: this.#deps.revertibleChanges }
    if (why === 'trail_bytes') return { code: 'trail_full', bytes: LIMITS.changeListBytes }
    if (why === 'quota_full') return { code: 'quota_full', quota: this.#caller.account.quota }
    return undefined
  }
}

const jsonOf = ({ page, block }: ReadBack): string | undefined =>
  block ? blockJson(block, block.pageName) : page && pageJson(page)

/** @param shown the JSON of the current page or block */
function make(decision: WriteDecision, shown: string | undefined, changeId?: string): StoredAnswer {
  if (shown === undefined) throw new RecordVanishedError()
  const made = {
    json: decision.answer(shown, changeId !== undefined),
    ...(decision.show && { etag: etagOf(shown) }),
  }
  return changeId === undefined ? made : { ...made, changeId }
}

const written = <T>(made: StoredAnswer, replayed: boolean): WriteAnswer<T> => ({
  ...answer<T>(made.json),
  ...made,
  replayed,
})
