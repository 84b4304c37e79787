/** Waits for work that the server continues in the background. */
import type { CallOptions } from './options.ts'
import { pause, type ClientOptions } from './sender.ts'

/** Milliseconds between two checks. */
const LOOK_EVERY = 1_000

/** Options of a wait for such work. */
export interface JobWaitOptions<J> extends CallOptions {
  /** Called after each check, with `done` of `total`. */
  readonly onProgress?: ((job: J) => void) | undefined
  /** Milliseconds between two checks, 1,000 by default. */
  readonly every?: number | undefined
}

/** @returns the last work once none runs; `null` if there was none */
export async function waitForJob<J extends { state: string }>(
  read: (options: CallOptions) => Promise<J | null>,
  { onProgress, every = LOOK_EVERY, signal }: JobWaitOptions<J>,
  { sleep = pause }: ClientOptions,
): Promise<J | null> {
  for (;;) {
    const job = await read({ signal })
    if (job) onProgress?.(job)
    if (job?.state !== 'running') return job
    await sleep(every, signal)
  }
}
