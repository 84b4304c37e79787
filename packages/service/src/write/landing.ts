/**
 * How every write lands: decided from the records as they are, held against `If-Match`, committed with its entry in the
 * list of changes, and shown as it is afterwards, all in one step. Where something else lands in between, it is decided
 * anew.
 */
import { LIMITS } from '@notegraph/contract'
import { blockJson, pageJson } from '@notegraph/graph'
import type { Change, CommitRefusal, GraphStore, Shown } from '@notegraph/store'
import type { Caller } from '../access.ts'
import { answer } from '../answer.ts'
import { listedSince } from '../changes/listed.ts'
import { ok, refuse, type Refusal, type Result } from '../refusal.ts'
import { untilLanded } from '../turns.ts'
import type { Decide, Decided } from './decided.ts'
import { etagOf } from './etag.ts'
import { checkMatch } from './if-match.ts'
import type { Edit } from './pen.ts'
import type { How, WriteDeps, Written } from './written.ts'

/** How long an answer is kept under its idempotency key, in milliseconds. */
const KEPT_FOR = LIMITS.keptHours * 3_600_000

/** What is answered, and kept under a key. */
type Made = Pick<Written<never>, 'json' | 'etag' | 'changeId'>

/** What was to be shown was taken away at the same moment; inside a commit, it undoes it. */
class Vanished extends Error {}

export class Landing<T> {
  readonly #graph: GraphStore
  readonly #caller: Caller
  readonly #deps: WriteDeps
  readonly #how: How
  /** A key is its token's own. */
  readonly #key: string | undefined

  constructor(graph: GraphStore, caller: Caller, deps: WriteDeps, how: How) {
    this.#graph = graph
    this.#caller = caller
    this.#deps = deps
    this.#how = how
    this.#key = how.key && `${caller.tokenId} ${how.key.key}`
  }

  run(decide: Decide): Promise<Result<Written<T>>> {
    return untilLanded(() => this.#once(decide))
  }

  /** @returns nothing where something landed in between */
  async #once(decide: Decide): Promise<Result<Written<T>> | undefined> {
    const { clock, newId, origin } = this.#deps
    const now = clock()
    const replayed = await this.#replay(now)
    if (replayed) return replayed
    const head = await this.#graph.head()
    const decided = await decide(this.#graph, { now, newId, ...(origin !== undefined && { origin }) })
    if (!decided.ok) return decided
    const { standing, edit } = decided.value
    const matches = checkMatch(this.#how.ifMatch, standing)
    if (!matches.ok) return matches
    if (!edit.ok) return edit
    try {
      return edit.value || this.#key !== undefined
        ? await this.#commit(decided.value, edit.value, head, now)
        : await this.#asItIs(decided.value, head)
    } catch (error) {
      if (error instanceof Vanished) return undefined
      throw error
    }
  }

  /** The answer that the key got before; nothing where it is new. */
  async #replay(now: number): Promise<Result<Written<T>> | undefined> {
    const kept = this.#key === undefined ? undefined : await this.#graph.kept(this.#key)
    if (!kept || kept.at < now - KEPT_FOR) return undefined
    return kept.request === this.#how.key?.request
      ? ok(written(JSON.parse(kept.answer) as Made, true))
      : refuse({ code: 'conflict', why: 'key_reused' })
  }

  /** Shows what stands, if nothing landed while it was read. */
  async #asItIs(decided: Decided, head: number): Promise<Result<Written<T>> | undefined> {
    if ((await this.#graph.head()) !== head) return undefined
    return ok(written(make(decided, decided.standing.json), false))
  }

  async #commit(
    decided: Decided,
    edit: Edit | undefined,
    head: number,
    now: number,
  ): Promise<Result<Written<T>> | undefined> {
    const entry = edit && this.#entry(decided, edit, now)
    const makeOf = (shown: Shown): Made => make(decided, jsonOf(shown), entry?.entry.id)
    const result = await this.#graph.commit({
      puts: edit?.puts ?? [],
      quota: this.#caller.account.quota,
      show: decided.show,
      ...(entry && { entry }),
      ...((decided.whole === true || this.#how.ifMatch !== undefined || !edit) && { head }),
      ...this.#keep(makeOf, now),
    })
    if (result.ok) return ok(written(makeOf(result.shown), false))
    const refusal = this.#refusal(result.why)
    return refusal && refuse(refusal)
  }

  #entry({ action }: Decided, edit: Edit, now: number): NonNullable<Change['entry']> {
    const { puts: _, ...listed } = edit
    const entry = { id: this.#deps.newId(), at: now, token: this.#caller.tokenName, action, ...listed }
    return {
      entry,
      most: this.#deps.reversibleChanges,
      mostBytes: LIMITS.changeListBytes,
      since: listedSince(now),
    }
  }

  #keep(makeOf: (shown: Shown) => Made, now: number): Pick<Change, 'keep'> {
    if (this.#key === undefined || !this.#how.key) return {}
    const { request } = this.#how.key
    const answer = (shown: Shown): string => JSON.stringify(makeOf(shown))
    const [since, mostBytes] = [now - KEPT_FOR, LIMITS.keptAnswerBytes]
    return { keep: { key: this.#key, request, at: now, since, mostBytes, answer } }
  }

  /** @returns nothing where it is to be decided anew */
  #refusal(why: CommitRefusal): Refusal | undefined {
    if (why === 'trail_full') return { code: 'trail_full', limit: this.#deps.reversibleChanges }
    if (why === 'trail_bytes') return { code: 'trail_full', bytes: LIMITS.changeListBytes }
    if (why === 'quota_full') return { code: 'quota_full', quota: this.#caller.account.quota }
    return undefined
  }
}

const jsonOf = ({ page, block }: Shown): string | undefined =>
  block ? blockJson(block, block.pageName) : page && pageJson(page)

/** @param shown the JSON of the page or block, as it is now */
function make(decided: Decided, shown: string | undefined, changeId?: string): Made {
  if (shown === undefined) throw new Vanished()
  const made = { json: decided.answer(shown, changeId !== undefined), etag: etagOf(shown) }
  return changeId === undefined ? made : { ...made, changeId }
}

const written = <T>(made: Made, replayed: boolean): Written<T> => ({
  ...answer<T>(made.json),
  ...made,
  replayed,
})
