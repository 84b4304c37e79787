/** A store with one account, its notes and a sweep, at a time that the test sets. */
import { memoryBlobs, type Blobs, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { beforeEach } from 'vitest'
import {
  importFolder,
  operator,
  sweep,
  type Operator,
  type Retention,
  type SweepDeps,
  type SweepEvent,
} from '../src/index.ts'
import { folder, target, type MemoryFolder } from './memory.ts'

export const NOON = Date.UTC(2026, 10, 20, 12)
export const DAY = 86_400_000
export const MONTH = 30 * DAY
export const NOTHING = { files: 0, blobs: 0, ended: [], failed: [] }

export const NOTES = {
  'pages/Ada.md': '- words\n\t- ![plan](../assets/plan.png)\n',
  'journals/2026_11_19.md': '- rain\n',
  'assets/plan.png': 'PNG',
}

/** Archives in memory, by account. */
function retained() {
  const whole: { account: string; folder: MemoryFolder }[] = []
  const open = new Set<string>()
  const retention: Retention = {
    async open(account) {
      if (open.has(account)) return undefined
      open.add(account)
      const folder = target()
      return {
        write: async (...args) => folder.write(...args),
        finish: async () => {
          open.delete(account)
          return `archive ${whole.push({ account, folder })}`
        },
        discard: async () => void open.delete(account),
      }
    },
  }
  return { whole, open, retention }
}

export interface Sweeps {
  readonly clock: { now: number }
  readonly store: Store
  readonly blobs: Blobs
  readonly operators: Operator
  readonly kept: ReturnType<typeof retained>
  readonly events: SweepEvent[]
}

/** Opens a store and its parts before each test. */
export function useSweeps() {
  const it = {} as { -readonly [K in keyof Sweeps]: Sweeps[K] }
  beforeEach(async () => {
    const clock = { now: NOON }
    const store = await openTestStore()
    const blobs = memoryBlobs(() => clock.now)
    const operators = operator(store, blobs, () => clock.now)
    Object.assign(it, { clock, store, blobs, operators, kept: retained(), events: [] } satisfies Sweeps)
    await operators.createAccount('me', {})
    await importFolder(store, blobs, await operators.account('me'), folder(NOTES), { now: NOON })
  })
  const run = async (more: Partial<SweepDeps> = {}) => {
    const { store, blobs, kept, events } = it
    const onEvent = (event: SweepEvent) => void events.push(event)
    return sweep({ store, blobs, retention: kept.retention, clock: () => it.clock.now, onEvent, ...more })
  }
  return {
    it: it as Sweeps,
    run,
    /** A sweep at a time after noon. */
    after: async (time: number, more: Partial<SweepDeps> = {}) => {
      it.clock.now = NOON + time
      return run(more)
    },
    isThere: async () => (await it.store.hasGraph('me')) && (await it.store.graph('me').commits.head()) > 0,
    bytesOf: async (account = 'me') => (await Array.fromAsync(it.blobs.list(account))).length,
  }
}
