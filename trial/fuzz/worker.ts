/** Runs inputs in a thread of its own. The input at work is in shared memory, where the main thread finds it if this one dies. */
import { parentPort, workerData } from 'node:worker_threads'
import { costs } from './cost.ts'
import { inputsOf } from './inputs.ts'
import type { Work } from './run.ts'
import type { Target } from './target.ts'

const { module, seed, corpus, milliseconds, shared } = workerData as Work
const target = ((await import(module)) as { default: Target }).default
const costly = costs()
const end = performance.now() + milliseconds

let why: string | undefined
for (const input of inputsOf(target, corpus, seed)) {
  if (performance.now() > end) break
  shared.bytes.set(input)
  Atomics.store(shared.state, 1, input.length)
  Atomics.add(shared.state, 0, 1)
  try {
    why = await costly(input.length, () => target.check(input))
  } catch (error) {
    why = error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  if (why !== undefined) break
}
parentPort!.postMessage(why)
