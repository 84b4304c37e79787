/**
 * Reads the changes that nobody has looked at, and sends looks and decisions. The known ones are kept with the notes, so that
 * they are there without a network and go with them. It waits for the server after edits of others, and never while somebody types.
 *
 * @see outliner 4.3
 */
import { LIMITS, type ChangeList, type RevertAnswer } from '@notegraph/contract'
import type { RemoteEngine } from '@notegraph/sync'
import { effect } from '@preact/signals'
import { askServer, type Answer } from './ask-server.ts'
import type { Device } from './device.ts'
import { place } from './places.ts'
import {
  isSeen,
  lookAt,
  marksOf,
  undoneWords,
  withOthers,
  type Decision,
  type KeptReview,
  type Reviewed,
  type ReviewState,
} from './review-rules.ts'

export interface ReviewerDeps {
  readonly device: Device
  readonly engine: Pick<RemoteEngine, 'on' | 'own' | 'keep' | 'sync' | 'state'>
  /** Stores and sends the edits of this device, so that an Undo spares them. */
  readonly sendEdits: () => Promise<unknown>
  /** Shows a message. */
  readonly say: (words: string) => void
}

const CHANGES = '/api/v1/settings/changes'
/** The key of what is kept with the notes. */
const KEPT = 'review'
/** Changes that are marked at once. The others follow when these were looked at. */
const MOST = 200
const MOST_CHARACTERS = 500_000
/** Milliseconds from an edit of others until the changes are read, and between two readings. */
const READ_AFTER = 1_000
const READ_EVERY = 3_000

export class Reviewer {
  readonly #deps: ReviewerDeps
  readonly #state: ReviewState
  #looked = new Set<string>()
  #unsent = new Set<string>()
  /** As this window read or kept it last. */
  #last: KeptReview = { changes: [], looked: [], unsent: [], waiting: [] }
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #again = false
  #readAt = -Infinity

  constructor(deps: ReviewerDeps, state: ReviewState) {
    this.#deps = deps
    this.#state = state
    const { engine } = deps
    void this.#open()
    engine.on('changes', ({ by, changes }) => {
      // An answer to an own push changes nothing but revisions.
      if (by === 'server' && changes?.length !== 0) this.#soon()
    })
    let wasOffline = false
    engine.on('state', ({ status }) => {
      if (wasOffline && status === 'idle') this.#soon()
      wasOffline = status === 'offline' || (wasOffline && status !== 'idle')
    })
    addEventListener('focus', () => this.#soon())
    effect(() => void (state.marks.value = marksOf(state.changes.value)))
    effect(() => {
      void place.value
      this.#forgetSeen()
    })
  }

  /** The person has looked at a block of a change, or at the whole change. */
  look(change: Reviewed, blockId?: string): void {
    if (this.#state.seen.peek().has(change.id)) return
    if (blockId !== undefined) {
      this.#looked.add(lookAt(change.id, blockId))
      if (!isSeen(change, this.#looked)) return
    }
    this.#state.seen.value = new Set([...this.#state.seen.peek(), change.id])
    this.#unsent.add(change.id)
    this.#soon()
  }

  /** Keeps or undoes a whole change, as soon as there is a network. Without a decision, one that waits is taken back. */
  async decide(id: string, decision: Decision | undefined): Promise<void> {
    const waiting = new Map(this.#state.waiting.peek())
    if (decision) waiting.set(id, decision)
    else waiting.delete(id)
    this.#state.waiting.value = waiting
    if (decision) await this.#run()
    else await this.#keep()
  }

  /** A question to the server; `undefined` without a network. */
  async ask<T>(path: string, body?: object): Promise<Answer<T> | undefined> {
    return askServer<T>(this.#deps.device, path, body).catch(() => undefined)
  }

  /** Keeps all that a writer changed until now. */
  async keepAll(token: string): Promise<void> {
    const kept = await this.ask(`${CHANGES}/keep`, { token, until: Date.now() })
    if (kept?.ok !== true)
      return this.#deps.say(kept?.error ?? 'The server does not answer. Try again later.')
    this.#drop((change) => change.token === token)
    await this.#run()
  }

  async #open(): Promise<void> {
    const kept = await this.#readKept()
    if (kept) {
      this.#last = kept
      const { changes, looked, unsent, waiting } = kept
      this.#looked = new Set(looked)
      this.#unsent = new Set(unsent)
      this.#state.waiting.value = new Map(waiting)
      this.#state.changes.value = changes
    }
    await this.#run()
  }

  #soon(): void {
    if (this.#timer !== undefined) return
    const wait = Math.max(READ_AFTER, this.#readAt + READ_EVERY - Date.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (document.visibilityState === 'visible' || this.#unsent.size > 0) void this.#run()
    }, wait)
  }

  /** One run at a time; what happens meanwhile is in the next. */
  async #run(): Promise<void> {
    this.#again = true
    this.#running ??= (async () => {
      while (this.#again) {
        this.#again = false
        this.#readAt = Date.now()
        // Without a network, what is known stays, and the state shows when there is one. A server that fails is asked again.
        await this.#send()
          .then(async () => this.#read())
          .catch(() => {
            if (this.#deps.engine.state.status !== 'offline') this.#soon()
          })
        await this.#keep()
      }
    })().finally(() => (this.#running = undefined))
    return this.#running
  }

  async #send(): Promise<void> {
    const { device, engine, say, sendEdits } = this.#deps
    while (this.#unsent.size > 0) {
      const ids = [...this.#unsent].slice(0, LIMITS.changesAtOnce)
      await askServer(device, `${CHANGES}/see`, { ids })
      for (const id of ids) this.#unsent.delete(id)
    }
    for (const [id, decision] of this.#state.waiting.peek()) {
      if (decision === 'undo') await sendEdits()
      const done =
        decision === 'keep'
          ? await askServer<RevertAnswer>(device, `${CHANGES}/keep`, { ids: [id] })
          : await askServer<RevertAnswer>(
              device,
              `${CHANGES}/${encodeURIComponent(id)}/revert`,
              undefined,
              'POST',
            )
      const waiting = new Map(this.#state.waiting.peek())
      waiting.delete(id)
      this.#state.waiting.value = waiting
      if (!done.ok) say(done.error)
      else if (decision === 'undo') {
        say(undoneWords(done.value))
        void engine.sync()
      }
      this.#drop((change) => change.id === id)
    }
  }

  async #read(): Promise<void> {
    const found: Reviewed[] = []
    for (let offset: number | null = 0; offset !== null && found.length < MOST;) {
      const path: string = `${CHANGES}?unseen=true&touched=true&offset=${offset}`
      const answer: Answer<ChangeList> = await askServer<ChangeList>(this.#deps.device, path)
      if (!answer.ok) return
      for (const { state, touched = [], ...change } of answer.value.changes)
        if (state === 'open' && !this.#isLeft(change.id)) found.push({ ...change, touched })
      offset = answer.value.next
    }
    const ids = new Set(found.map(({ id }) => id))
    // Those that were looked at here are no longer in the list, and stay until another place is shown.
    const here = this.#state.changes
      .peek()
      .filter(({ id }) => this.#state.seen.peek().has(id) && !ids.has(id))
    this.#state.changes.value = [...found, ...here].toSorted((a, b) => b.at - a.at)
  }

  /** Whether it was looked at in a place that is no longer shown, and the server does not know yet. */
  #isLeft(id: string): boolean {
    return this.#unsent.has(id) && !this.#state.seen.peek().has(id)
  }

  #drop(isOver: (change: Reviewed) => boolean): void {
    this.#state.changes.value = this.#state.changes.peek().filter((change) => !isOver(change))
  }

  #forgetSeen(): void {
    const seen = this.#state.seen.peek()
    if (seen.size === 0) return
    const waiting = this.#state.waiting.peek()
    this.#drop(({ id }) => seen.has(id) && !waiting.has(id))
    this.#state.seen.value = new Set()
  }

  async #keep(): Promise<void> {
    const { changes, seen, waiting } = this.#state
    const left = changes.peek().filter(({ id }) => !seen.peek().has(id) || waiting.peek().has(id))
    const known = new Set(left.map(({ id }) => id))
    this.#looked = new Set([...this.#looked].filter((look) => known.has(look.split(' ')[0]!)))
    let size = 0
    const own: KeptReview = {
      changes: left.filter((change) => (size += JSON.stringify(change).length) <= MOST_CHARACTERS),
      looked: [...this.#looked],
      unsent: [...this.#unsent],
      waiting: [...waiting.peek()],
    }
    const write = async (): Promise<void> => {
      const kept = withOthers(own, this.#last, (await this.#readKept()) ?? own)
      this.#last = own
      await this.#deps.engine.keep([[KEPT, JSON.stringify(kept)]])
    }
    // One window after another. Without locks there is one alone.
    await (navigator.locks?.request(`${KEPT} ${this.#deps.device.id}`, write) ?? write())
  }

  async #readKept(): Promise<KeptReview | undefined> {
    const text = await this.#deps.engine.own(KEPT)
    return text === undefined ? undefined : (JSON.parse(text) as KeptReview)
  }
}
