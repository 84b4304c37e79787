/** Fuzzes one target in a thread with bounded memory and bounded processor time for each input. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { LONGEST } from './inputs.ts'

/** The work of the thread. */
export interface Work {
  /** The address of a module whose default export is a target. */
  readonly module: string
  readonly seed: number
  readonly corpus: readonly Uint8Array[]
  readonly milliseconds: number
  /** `state` contains the number of inputs so far, and the length of the one at work. */
  readonly shared: { readonly state: Int32Array; readonly bytes: Uint8Array }
}

export interface Outcome {
  /** The number of inputs. */
  readonly inputs: number
  /** The first input that breaks a law. The run ends with it. */
  readonly finding?: { readonly input: Uint8Array; readonly why: string }
}

/** The heap of a thread. An input that needs more is a finding. */
const MEMORY_MB = 512
/** Seconds of processor time after which an input hangs. */
const HANGS = 10

/** @param hangs seconds of processor time that one input may take */
export async function fuzz(
  work: Omit<Work, 'shared'>,
  { memory = MEMORY_MB, hangs = HANGS }: { readonly memory?: number; readonly hangs?: number } = {},
): Promise<Outcome> {
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const bytes = new Uint8Array(new SharedArrayBuffer(LONGEST))
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { ...work, shared: { state, bytes } } satisfies Work,
    resourceLimits: { maxOldGenerationSizeMb: memory },
    execArgv: ['--conditions=notegraph'],
  })
  const over = new AbortController()
  const died = once(worker, 'message', { signal: over.signal }).then(
    ([why]: (string | undefined)[]) => why,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  try {
    const why = await Promise.race([died, hang(worker, state, hangs, over.signal)])
    const inputs = Atomics.load(state, 0)
    return why === undefined
      ? { inputs }
      : { inputs, finding: { why, input: bytes.slice(0, Atomics.load(state, 1)) } }
  } finally {
    over.abort()
    await worker.terminate()
  }
}

/** Watches the processor time of the input at work. @returns once one takes too much; otherwise never */
async function hang(
  worker: Worker,
  state: Int32Array,
  seconds: number,
  signal: AbortSignal,
): Promise<string> {
  const used = async (): Promise<number> => {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1e6
  }
  let seen = -1
  let since = 0
  while (!signal.aborted) {
    await wait(200)
    const inputs = Atomics.load(state, 0)
    const now = await used().catch(() => since) // the thread has ended
    if (inputs === seen && now - since > seconds) return `took more than ${seconds} s of processor time`
    if (inputs !== seen) [seen, since] = [inputs, now]
  }
  return 'ended'
}
