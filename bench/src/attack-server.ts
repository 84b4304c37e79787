/** The server under attack, as `npm start` runs it, in a process of its own. Says what it has used whenever it is asked. */
import { serve } from '@notegraph/server'
import { readSettings } from '@notegraph/host'

export interface Use {
  /** Microseconds of processor time, of all threads. */
  readonly processor: number
  /** Bytes of memory at the peak. */
  readonly peak: number
  /**
   * Microseconds: the most processor time that the main thread took since the last question without a turn of its event
   * loop. Unlike a wait, it is the same on a busy machine.
   */
  readonly stretch: number
}

/** Milliseconds between two looks at the processor time of the main thread. */
const EVERY = 5

let last = process.threadCpuUsage()
let stretch = 0
function look(): void {
  const now = process.threadCpuUsage()
  stretch = Math.max(stretch, now.user + now.system - last.user - last.system)
  last = now
}

const { baseUrl } = await serve(readSettings(process.env), () => {})
setInterval(look, EVERY).unref()
process.on('message', () => {
  look()
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const use: Use = { processor: userCPUTime + systemCPUTime, peak: maxRSS * 1_024, stretch }
  stretch = 0
  process.send!(use)
})
process.on('disconnect', () => process.exit())
process.send!(baseUrl)
