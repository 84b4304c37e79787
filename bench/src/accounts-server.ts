/**
 * A server of many accounts in a process of its own, as `npm start` runs it. It prints when it listens, and then the
 * figures on request.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { readSettings } from '@notegraph/host'
import { serve } from '@notegraph/server'

const begin = performance.now()
const served = await serve(readSettings(process.env), () => {})
const delay = monitorEventLoopDelay({ resolution: 5 })
const say = (what: object) => console.log(JSON.stringify(what))
say({ url: served.baseUrl, startMs: performance.now() - begin })
for await (const line of createInterface(process.stdin)) {
  if (line === 'begin') {
    delay.enable()
    say({ ok: true })
  } else {
    say({
      descriptors: readdirSync('/proc/self/fd').length,
      memoryMb: process.memoryUsage().rss / 2 ** 20,
      // The interval of the timer is not a delay.
      stallMs: delay.max / 1e6 - 5,
    })
  }
}
await served.stop()
