/**
 * When files are uploaded: some at a time, in the order in which they were added; after a failure that may pass, later and
 * later. What an upload is, and what comes of it, is for others to know.
 */
import { backoff } from '../device/backoff.ts'
import type { Surroundings } from '../device/surroundings.ts'
import { DEVICE_LIMITS } from '../limits.ts'

/** `done`: it needs no more uploading, whether the server has it or never takes it. `later`: it may succeed later. */
export type UploadEnd = 'done' | 'later'

export interface UploadQueue {
  /** Begins to upload what waits, and what is added. */
  start(): void
  /** Resolves once the uploads that are under way have ended; they are cut off. */
  stop(): Promise<void>
  /** A file was added. */
  added(): void
  /** Tries everything that waits, without waiting for a retry. Resolves once nothing more can be tried now. */
  now(): Promise<void>
  /** Cuts off the upload of one file. */
  cancel(id: string): void
  isRunning(id: string): boolean
}

/**
 * @param waiting ids of the files to upload, the first one first
 * @param upload never throws
 * @param changed an upload began or ended
 */
export function uploadQueue(
  around: Pick<Surroundings, 'later' | 'random'>,
  waiting: () => readonly string[],
  upload: (id: string, signal: AbortSignal) => Promise<UploadEnd>,
  changed: () => void,
): UploadQueue {
  const running = new Map<string, { readonly cutOff: AbortController; readonly ended: Promise<void> }>()
  let isOn = false
  /** Until it is started or asked again. */
  let isStopped = false
  /** Somebody waits until everything was tried. */
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

  /** Nothing more is begun until the retry. */
  function rest(): void {
    isResting = true
    failures++
    if (isOn) takeBack = around.later(backoff(failures, around.random()), wake)
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
