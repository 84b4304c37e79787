/** A server in a process of its own, which prints its memory and processor time on request. */
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readSettings } from '@notegraph/host'
import { serve } from '@notegraph/server'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const served = await serve(readSettings(process.env), () => {})
const say = (what: object) => console.log(JSON.stringify(what))
say({ url: served.baseUrl })
for await (const _ of createInterface(process.stdin)) {
  collectGarbage()
  const { user, system } = process.cpuUsage()
  const { heapUsed, external, rss } = process.memoryUsage()
  say({ inUse: heapUsed + external, resident: rss, cpuMs: (user + system) / 1_000 })
}
await served.stop()
