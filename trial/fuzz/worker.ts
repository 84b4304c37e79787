/** Runs inputs in a thread of its own. The input at work is in shared memory, where the main thread finds it if this one dies. */
import { inspect } from 'node:util'
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
    why = wordsOf(error) + (await aloneWords(input))
  }
  if (why !== undefined) break
}
parentPort!.postMessage(why)

/** The error, with the value that a check of the tests shows only in a run of tests. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { actual } = error as { readonly actual?: unknown }
  return `${error.stack ?? error.message}${actual === undefined ? '' : `\n  ${inspect(actual)}`}`
}

/** A file of the corpus repeats a finding only if the input needs none of the inputs before it. */
async function aloneWords(input: Uint8Array): Promise<string> {
  if (!target.fresh) return ''
  target.fresh()
  try {
    await target.check(input)
    return '\n  The input alone keeps every law. The seed repeats the finding.'
  } catch {
    return ''
  }
}
