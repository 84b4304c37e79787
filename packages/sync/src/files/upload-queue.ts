/**
 * The schedule of uploads: several at a time, in the order in which files were added, with a growing delay after
 * temporary failures. Other modules perform an upload and handle its result.
 */
import { backoff } from '../device/backoff.ts'
import type { Environment } from '../device/environment.ts'
import { DEVICE_LIMITS } from '../limits.ts'

/** `done`: the upload needs no retry, whether the server accepted or rejected it. `later`: a retry can succeed. */
export type UploadEnd = 'done' | 'later'

/** A running schedule of uploads. */
export interface UploadQueue {
  /** Starts uploads of queued and added files. */
  start(): void
  /** Cancels running uploads. Resolves when they have ended. */
  stop(): Promise<void>
  /** Reports that a file was added. */
  added(): void
  /** Tries all queued files without waiting for a retry. Resolves when all have been tried. */
  now(): Promise<void>
  /** Cancels the upload of one file. */
  cancel(id: string): void
  isRunning(id: string): boolean
}

/**
 * @param waiting returns the ids of the queued files, the first one first
 * @param upload performs one upload and never throws
 * @param changed called when an upload begins or ends
 */
export function uploadQueue(
  environment: Pick<Environment, 'later' | 'random'>,
  waiting: () => readonly string[],
  upload: (id: string, signal: AbortSignal) => Promise<UploadEnd>,
  changed: () => void,
): UploadQueue {
  const running = new Map<string, { readonly cutOff: AbortController; readonly ended: Promise<void> }>()
  let isOn = false
  /** Set by `stop`, until `start` or `now`. */
  let isStopped = false
  /** The number of `now` calls that have not resolved. */
  let asked = 0
  let isResting = false
  let failures = 0
  let takeBack = (): void => {}

  function fill(): void {
    if (isStopped || isResting || (!isOn && asked === 0)) return
    for (const id of waiting()) {
      if (running.size >= DEVICE_LIMITS.uploadsAtOnce) return
      if (!running.has(id)) begin(id)
    }
  }

  function begin(id: string): void {
    const cutOff = new AbortController()
    running.set(id, { cutOff, ended: run(id, cutOff.signal) })
    changed()
  }

  async function run(id: string, signal: AbortSignal): Promise<void> {
    const end = await upload(id, signal)
    running.delete(id)
    if (end === 'done') failures = 0
    else if (!signal.aborted && !isResting) rest()
    changed()
    fill()
  }

  /** Starts no more uploads until the retry. */
  function rest(): void {
    isResting = true
    failures++
    if (isOn) takeBack = environment.later(backoff(failures, environment.random()), wake)
  }

  function wake(): void {
    takeBack()
    isStopped = false
    isResting = false
    fill()
  }

  const allEnded = async (): Promise<void> => {
    while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
  }

  return {
    start() {
      isOn = true
      wake()
    },
    async stop() {
      isOn = false
      isStopped = true
      takeBack()
      for (const { cutOff } of running.values()) cutOff.abort()
      await allEnded()
    },
    added: fill,
    async now() {
      asked++
      wake()
      await allEnded()
      asked--
    },
    cancel: (id) => running.get(id)?.cutOff.abort(),
    isRunning: (id) => running.has(id),
  }
}
