/**
 * The rates of all processes over one data folder. A process that is alone counts in memory, which costs no access to
 * the disk. If another process joins, it knocks and waits. The sole process then writes its counts to a journal, and
 * both count in the journal from there on. The last process that is left counts in memory again.
 *
 * If the journal cannot be used, each process counts its own requests, and adds them to the journal later.
 */
import { join as joinPath } from 'node:path'
import { setInterval } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'
import { makePrivateFolder } from '../../disk/private.ts'
import { rateLogs, type CountedRequests, type OwnRequests } from '../../memory-rates.ts'
import type { RateStore, RateUse } from '../../rates.ts'
import { isBusy } from '../write/refusal.ts'
import { openJournal, type RateJournal } from './journal.ts'
import { openSoleLock, type SoleLock } from './sole-lock.ts'

/** The folder of the files below the data folder. */
const FOLDER = 'rates'
/** The number changes with the tables. Releases with different tables count apart. */
const JOURNAL = 'journal-2.sqlite'
const LOCK = 'lock.sqlite'

/** How often a process looks for others, in milliseconds. A process that joins waits about as long. */
const LOOK_EVERY = 100
/** So many looks are between two attempts to become the sole process. */
const LOOKS_UNTIL_ALONE = 100
/** How long a process waits for the sole process before it counts apart, in milliseconds. */
const PATIENCE = 2_000
const PAUSE = 10
/** How long a process counts apart before it tries again, in milliseconds. */
const APART = 1_000
/** The most counts that wait for the journal. */
const MOST_WAITING = 10_000
/** Requests of processes may come in another order than their times, by so many milliseconds. */
const MOST_SKEW = 1_000

/** `apart`: the files are not open, or cannot be used. */
type State = 'apart' | 'sole' | 'together'

interface Files {
  readonly journal: RateJournal
  readonly lock: SoleLock
}

/**
 * Opens the rates of a data folder. Files are opened at the first use.
 * @param data the data folder
 * @example
 * const rates = sharedRates('data')
 * const rate = { name: 'requests', limit: 120, window: 60_000 }
 * const isOver = await rates.count({ rate, key: '192.0.2.1' }, Date.now())
 * rates.close()
 */
export function sharedRates(data: string): RateStore & { close(): void } {
  let state: State = 'apart'
  let files: Files | undefined
  let joining: Promise<void> | undefined
  let retryAt = -Infinity
  let looks = 0
  let latest = -Infinity
  let isClosed = false
  /** Counts that the journal lacks. */
  const waiting: OwnRequests[] = []
  const earlier = (rate: string) => (state === 'apart' ? [] : (files?.journal.of(rate) ?? []))
  let logs = rateLogs(earlier)
  let timer: NodeJS.Timeout | undefined

  function open(): Files {
    if (files) return files
    const folder = joinPath(data, FOLDER)
    makePrivateFolder(folder)
    const lock = openSoleLock(joinPath(folder, LOCK))
    try {
      return (files = { lock, journal: openJournal(joinPath(folder, JOURNAL)) })
    } catch (error) {
      lock.close()
      throw error
    }
  }

  /** Closes the files. The counts stay in memory, and wait for the journal. */
  function leave(): void {
    if (state === 'sole') for (const { name } of logs.rules()) keep(logs.counted(name))
    state = 'apart'
    retryAt = performance.now() + APART
    const { lock, journal } = files ?? {}
    files = undefined
    journal?.close()
    lock?.close()
  }

  async function join(): Promise<void> {
    try {
      const { lock, journal } = open()
      for (const end = performance.now() + PATIENCE; performance.now() < end; await wait(PAUSE)) {
        if (isClosed) return
        if (lock.takeAlone()) return enter('sole', journal)
        if (lock.share()) return enter('together', journal)
        journal.knock()
      }
    } catch {
      // The disk may be full, or the folder read-only.
    }
    leave()
  }

  function enter(next: State, journal: RateJournal): void {
    journal.exclusively(({ add }) => waiting.splice(0).forEach(add))
    journal.wasTouched()
    state = next
    logs = rateLogs(earlier)
    timer ??= setInterval(look, LOOK_EVERY).unref()
  }

  function keep(counted: Iterable<OwnRequests>): void {
    waiting.push(...counted)
    waiting.splice(0, waiting.length - MOST_WAITING)
  }

  function look(): void {
    if (!files || state === 'apart') return
    try {
      if (state === 'sole' && files.journal.wasTouched()) letIn(files)
      else if (state === 'together' && ++looks % LOOKS_UNTIL_ALONE === 0) tryAlone(files)
    } catch {
      leave()
    }
  }

  /** Gives the counts of the sole process to the others. */
  function letIn({ lock, journal }: Files): void {
    journal.exclusively(({ add, clear }) => {
      for (const { name } of logs.rules()) {
        clear(name)
        for (const counted of logs.counted(name)) add(counted)
      }
    })
    if (lock.share()) state = 'together'
    else leave()
  }

  function tryAlone({ lock, journal }: Files): void {
    if (lock.takeAlone()) {
      journal.exclusively(({ others, add }) => {
        others.forEach(addOther)
        waiting.splice(0).forEach(add)
      })
      journal.wasTouched()
      state = 'sole'
    } else if (!lock.share()) leave()
  }

  function addOther(counted: CountedRequests): void {
    latest = Math.max(latest, counted.times.at(-1) ?? latest)
    logs.add(counted)
  }

  /** The logs need times in order. A request is at most as late as the latest one of another process. */
  const inOrder = (now: number): number => (latest > now && latest - now < MOST_SKEW ? latest : now)

  /** @param work decides with what is counted so far, and passes on what it counts */
  async function decide<T>(
    now: number,
    work: (now: number, note: (use: RateUse, now: number) => void) => T,
    requests: number,
  ): Promise<T> {
    await whileJoining()
    if (state === 'sole') return work(now, () => {})
    const counted: OwnRequests[] = []
    const run = (): T => {
      counted.length = 0
      return work(inOrder(now), ({ rate: { name, window }, key }, at) => {
        latest = at
        counted.push({ rate: name, key, window, times: Array.from({ length: requests }, () => at) })
      })
    }
    if (state === 'together')
      try {
        return files!.journal.exclusively(({ others, add }) => {
          others.forEach(addOther)
          const result = run()
          for (const one of [...waiting.splice(0), ...counted]) add(one)
          return result
        })
      } catch (error) {
        if (!isBusy(error)) leave()
      }
    const result = run()
    keep(counted)
    return result
  }

  async function whileJoining(): Promise<void> {
    if (state !== 'apart' || isClosed || performance.now() < retryAt) return
    joining ??= join().finally(() => (joining = undefined))
    await joining
  }

  return {
    count: async (use, now, requests = 1) =>
      decide(
        now,
        (at, note) => {
          note(use, at)
          return logs.count(use, at, requests)
        },
        requests,
      ),
    take: async (uses, now, requests = 1) =>
      decide(
        now,
        (at, note) => {
          const full = logs.take(uses, at, requests)
          if (full === undefined) for (const use of uses) note(use, at)
          return full
        },
        requests,
      ),
    async rooms(uses, now) {
      await whileJoining()
      if (state === 'together')
        try {
          files!.journal.others().forEach(addOther)
        } catch (error) {
          if (!isBusy(error)) leave()
        }
      return logs.rooms(uses, inOrder(now))
    },
    close() {
      isClosed = true
      clearInterval(timer)
      leave()
    },
  }
}
