/**
 * Measures one test file from inside, for `test-times.ts`: a set-up file of vitest, which runs before the file is imported.
 * Helpers mark the start of a browser or a database by `performance.measure` with the names below.
 */
import childProcess, { type ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { relative } from 'node:path'
import { afterAll } from 'vitest'

/** Seconds. */
export interface FileTimes {
  readonly file: string
  readonly project: string
  readonly wall: number
  /** Processor time of this process. */
  readonly work: number
  /** Processor time of child processes that have ended. */
  readonly theirs: number
  readonly started: number
  readonly starts: { readonly process: number; readonly browser: number; readonly database: number }
}

type Interval = readonly [from: number, to: number]

const SYNCHRONOUS = ['spawnSync', 'execFileSync', 'execSync'] as const
/** Linux counts the processor time of children in hundredths of a second. */
const TICKS = 100

const processes: Interval[] = []
let started = 0

/** A process has started once it prints something or ends. */
function follow(message: unknown): void {
  const { process: child } = message as { process: ChildProcess }
  const from = performance.now()
  started++
  let isReady = false
  const ready = () => {
    if (!isReady) processes.push([from, performance.now()])
    isReady = true
  }
  queueMicrotask(() => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      const push = stream.push.bind(stream)
      stream.push = (...args: Parameters<typeof push>) => {
        ready()
        return push(...args)
      }
    }
    child.once('exit', ready)
  })
}

const real = Object.fromEntries(SYNCHRONOUS.map((name) => [name, childProcess[name]]))
for (const name of SYNCHRONOUS)
  Object.assign(childProcess, {
    [name]: (...args: unknown[]) => {
      const from = performance.now()
      started++
      try {
        return (real[name] as unknown as (...args: unknown[]) => unknown)(...args)
      } finally {
        processes.push([from, performance.now()])
      }
    },
  })
syncBuiltinESMExports()
subscribe('child_process', follow)

const begun = performance.now()
const cpu = process.cpuUsage()
const children = childrenSeconds()
performance.clearMeasures()

// oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures a hook needs
afterAll(({}, { file }) => {
  unsubscribe('child_process', follow)
  Object.assign(childProcess, real)
  syncBuiltinESMExports()
  const measured = (name: string): Interval[] =>
    performance
      .getEntriesByName(name, 'measure')
      .map(({ startTime, duration }) => [startTime, startTime + duration])
  const [browser, database] = [measured('browser start'), measured('database start')]
  const { user, system } = process.cpuUsage(cpu)
  const [inBrowser, inDatabase, all] = [
    length(browser),
    length([...browser, ...database]),
    length([...browser, ...database, ...processes]),
  ]
  const times: FileTimes = {
    file: relative(process.cwd(), file.filepath),
    project: file.projectName ?? '',
    wall: (performance.now() - begun) / 1_000,
    work: (user + system) / 1_000_000,
    theirs: childrenSeconds() - children,
    started,
    starts: { browser: inBrowser, database: inDatabase - inBrowser, process: all - inDatabase },
  }
  appendFileSync(process.env['NOTEGRAPH_TEST_TIMES']!, `${JSON.stringify(times)}\n`)
})

/** Seconds that at least one of the intervals covers. */
function length(intervals: readonly Interval[]): number {
  let [sum, end] = [0, -Infinity]
  for (const [from, to] of intervals.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum / 1_000
}

/** The fields after the name of the program, in parentheses, begin with the third. */
function childrenSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS
}
