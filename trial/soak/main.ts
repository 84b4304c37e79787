/**
 * A soak: hours of mixed load on the real server. Reads, searches, writes, assistants, twenty devices, open streams and
 * webhooks at a rate that the machine bears. Memory, handles, files and latencies must stay flat, no request may fail,
 * and at the end everything acknowledged must be there.
 *
 * `npm run soak -- [--minutes N] [--store embedded|postgres] [--rate N] [--report FOLDER]`
 *
 * Without `--rate`, the first minutes find the rate. The exit code is 1 if anything grew or was lost.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { ACCOUNT_IDS, makeAccounts } from './accounts.ts'
import { audit } from './audit.ts'
import { startDevicesApart } from './devices-apart.ts'
import { makeKinds, WRITES } from './kinds.ts'
import { latencies } from './latencies.ts'
import { startListeners } from './listeners.ts'
import { pace } from './pace.ts'
import { findRate, warmUp } from './rate.ts'
import { openReceiver } from './receiver.ts'
import { summaryOf, tableOf, writeReport } from './report.ts'
import { seriesOf, type Sample } from './series.ts'
import { STORES } from '../src/stores.ts'
import { startSoaked } from './server.ts'
import { processors, take } from './watch.ts'

/** Seconds between two samples. */
const EVERY = 5
/** A soak with more failures than these ends early. */
const MOST_FAILURES = 100

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    store: { type: 'string', default: 'embedded' },
    rate: { type: 'string' },
    report: { type: 'string' },
  },
})
const minutes = positive('minutes', values.minutes)
const store = STORES.find((name) => name === values.store) ?? refuse(`--store takes ${STORES.join(' or ')}.`)
const asked = values.rate === undefined ? undefined : positive('rate', values.rate)

const failures: string[] = []
/** Requests fail at a rate that is too high, so those of the search for the rate do not count. */
let isMeasured = false
const onFailure = (kind: string, why: unknown): void => {
  if (!isMeasured || failures.length >= MOST_FAILURES) return
  failures.push(`${kind}: ${why instanceof Error ? why.message : String(why)}`)
  console.log(`${new Date().toISOString()} ${failures.at(-1)}`)
}

const receiver = await openReceiver()
const server = await startSoaked({ store, accounts: ACCOUNT_IDS, receiver: receiver.host })
console.log(`The ${store} server has the process id ${server.pid}.`)
const accounts = await makeAccounts(server, receiver.url)
const { kinds, close } = await makeKinds(accounts, server.baseUrl)
const listeners = startListeners(accounts, onFailure)
const devices = await startDevicesApart(accounts, server.baseUrl, onFailure)

const times = latencies()
const load = pace(kinds, 1, times, onFailure)
await warmUp(load)
const rate = asked ?? (await findRate(load, times, console.log))
load.setRate(rate)
isMeasured = true
console.log(`${rate} requests a second for ${minutes} minutes.`)

times.take()
const samples: Sample[] = []
const lateness = monitorEventLoopDelay({ resolution: 10 })
lateness.enable()
let requests = 0
let programWrites = 0
const begin = performance.now()
const seconds = (): number => (performance.now() - begin) / 1_000
while (seconds() < minutes * 60 && failures.length < MOST_FAILURES) {
  await wait(EVERY * 1_000)
  const late = lateness.percentile(99) / 1e6
  lateness.reset()
  const sample = { at: seconds(), taken: await take(server), late, latencies: times.take() }
  for (const [kind, { count }] of Object.entries(sample.latencies)) {
    requests += count
    if (WRITES.has(kind)) programWrites += count
  }
  samples.push({ ...sample, writes: programWrites + devices.edits() })
  if (samples.length % 12 === 0) progress(sample)
}

lateness.disable()
await load.stop()
const problems = [...failures, ...(await devices.stop())]
await listeners.stop()
problems.push(...(await audit(server, accounts, receiver)))
await close()
await server.stop()
await receiver.stop()

const series = seriesOf(samples)
const counts = {
  minutes,
  store,
  rate,
  processors: processors(),
  requests,
  edits: devices.edits(),
  heard: listeners.heard(),
  messages: receiver.received(),
}
if (values.report !== undefined) writeReport(values.report, counts, series, problems)
console.log(
  ['', summaryOf(counts), ...tableOf(series), ...problems.map((problem) => `- ${problem}`)].join('\n'),
)
const grown = series.filter(({ steady }) => !steady)
console.log(`${problems.length} problems, ${grown.length} of ${series.length} series grow.`)
process.exitCode = problems.length + grown.length === 0 ? 0 : 1

function progress({ at, taken, latencies: by }: Omit<Sample, 'writes'>): void {
  const slowest = Object.entries(by).toSorted(([, a], [, b]) => b.p95 - a.p95)[0]
  console.log(
    `${Math.round(at / 60)} min: ${Math.round(taken.resident / 1e6)} MB, ${taken.sockets} sockets, ${taken.handles} handles, ` +
      `${taken.files} files of ${Math.round(taken.bytes / 1e6)} MB, slowest ${slowest?.[0]} ${Math.round(slowest?.[1].p95 ?? 0)} ms, ` +
      `${failures.length} failures`,
  )
}

function positive(name: string, text: string): number {
  const value = Number(text)
  return value > 0 ? value : refuse(`--${name} takes a number above 0, not ${text}.`)
}

function refuse(words: string): never {
  console.error(`soak: ${words}`)
  process.exit(2)
}
