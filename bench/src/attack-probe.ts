/**
 * Other accounts, in a thread of their own. Each reads a short page of its own from time to time. A read counts from
 * the time it was due, so a read that waits for another counts the whole delay.
 */
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export interface Probe {
  readonly url: string
  readonly tokens: readonly string[]
}
export interface Probed {
  /** Milliseconds of each answer, in order. */
  readonly waits: readonly number[]
  /** Failed answers. */
  readonly failed: number
}

/** Milliseconds between two reads. */
const EVERY = 50

const { url, tokens } = workerData as Probe
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let waits: number[] = []
let failed = 0
let under = 0
let n = 0

function probe(): void {
  const which = n++ % tokens.length
  const due = performance.now()
  under++
  const ended = (ok: boolean): void => {
    under--
    if (!ok) failed++
    waits.push(performance.now() - due)
  }
  const headers = { Authorization: `Bearer ${tokens[which]}`, 'X-Forwarded-For': `203.0.113.${which}` }
  get(`${url}/api/v1/notes/pages/Quiet`, { agent, headers }, (answer) => {
    answer.resume()
    answer.once('end', () => ended(answer.statusCode === 200))
  }).once('error', () => ended(false))
}

const timer = setInterval(probe, EVERY)

/** Reports the waits since the last report, after every read in progress has ended. */
parentPort!.on('message', (end: boolean) => {
  if (end) clearInterval(timer)
  const asked = under
  const reports = setInterval(() => {
    if (end ? under > 0 : under > asked) return
    clearInterval(reports)
    parentPort!.postMessage({ waits, failed } satisfies Probed)
    ;[waits, failed] = [[], 0]
    if (end) agent.destroy()
  }, 10)
})
