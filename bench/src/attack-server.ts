/**
 * The server under attack, as `npm start` runs it, in a process of its own. It reports its resource use on request.
 */
import { lookup } from 'node:dns/promises'
import { serve } from '@notegraph/server'
import { readSettings } from '@notegraph/host'

export interface Use {
  /** Microseconds of processor time, over all threads. */
  readonly processor: number
  /** Peak memory in bytes. */
  readonly peak: number
  /**
   * The most processor time that the main thread took without a turn of its event loop, in microseconds since the last
   * report. Unlike a wait, it does not depend on the load of the machine.
   */
  readonly stretch: number
}

/** Milliseconds between two samples of the main thread's processor time. */
const EVERY = 5

let last = process.threadCpuUsage()
let stretch = 0
function look(): void {
  const now = process.threadCpuUsage()
  stretch = Math.max(stretch, now.user + now.system - last.user - last.system)
  last = now
}

async function timeLookup(): Promise<void> {
  const begun = performance.now()
  await lookup('localhost')
  process.send!(performance.now() - begun)
}

const { baseUrl } = await serve(readSettings(process.env), () => {})
setInterval(look, EVERY).unref()
process.on('message', (message) => {
  if (message === 'lookup') return void timeLookup()
  look()
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const use: Use = { processor: userCPUTime + systemCPUTime, peak: maxRSS * 1_024, stretch }
  stretch = 0
  process.send!(use)
})
process.on('disconnect', () => process.exit())
process.send!(baseUrl)
