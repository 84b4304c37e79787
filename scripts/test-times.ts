/**
 * Runs tests and prints where their seconds go, by file and by cause: `node scripts/test-times.ts [--json FILE] [vitest's arguments]`.
 * Run it on a quiet machine. Without arguments it runs every test of both rings.
 *
 * `wall` is the seconds from the import of a file to the end of its last test. `process`, `browser` and `database` are the
 * part in which one starts. `work` is processor time of the test process, and `waiting` is the rest of `wall`. `started` counts the processes that a file started, and `theirs` is the processor time of those that have ended.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileTimes } from './test-times-probe.ts'

const CAUSES = ['process', 'browser', 'database', 'work', 'waiting'] as const
const COLUMNS = ['wall', ...CAUSES, 'theirs'] as const
type Row = Readonly<Record<(typeof COLUMNS)[number], number>> & { name: string; started: number }

const args = process.argv.slice(2)
const at = args.indexOf('--json')
const [, json] = at === -1 ? [] : args.splice(at, 2)
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'notegraph-times-'))
const lines = join(folder, 'times.jsonl')

/** Seconds in which the processors of this machine worked. */
const busy = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000

const [begun, busyBefore] = [performance.now(), busy()]
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args],
  { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, NOTEGRAPH_TEST_TIMES: lines } },
)
const [wall, worked] = [(performance.now() - begun) / 1_000, busy() - busyBefore]
const files = readFileSync(lines, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => rowOf(JSON.parse(line) as FileTimes))
rmSync(folder, { recursive: true })
if (json !== undefined) writeFileSync(json, JSON.stringify({ wall, worked, files }, null, 1))

print([...files.toSorted((a, b) => b.wall - a.wall), ...sumsByPackage(), sumOf('all files', files)])
console.log(
  `\n${wall.toFixed(0)} s in all; the ${availableParallelism()} processors worked ${((100 * worked) / wall / availableParallelism()).toFixed(0)} % of it.`,
)
process.exitCode = status ?? 1

function rowOf({ file, project, wall, work, theirs, started, starts }: FileTimes): Row {
  const known = starts.process + starts.browser + starts.database
  return {
    name: `${project}:${file}`,
    wall,
    ...starts,
    work: Math.min(work, wall),
    waiting: Math.max(0, wall - known - work),
    theirs,
    started,
  }
}

function sumsByPackage(): Row[] {
  const groups = Map.groupBy(files, ({ name }) => name.split('/').slice(0, 2).join('/'))
  return [...groups].map(([name, rows]) => sumOf(name, rows)).toSorted((a, b) => b.wall - a.wall)
}

function sumOf(name: string, rows: readonly Row[]): Row {
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
  const sums = Object.fromEntries(COLUMNS.map((column) => [column, sum((row) => row[column])]))
  return { name, started: sum(({ started }) => started), ...sums } as Row
}

function print(rows: readonly Row[]): void {
  console.log([...COLUMNS, 'started'].map((column) => column.padStart(9)).join('') + '  file')
  for (const row of rows) {
    const cells = COLUMNS.map((column) => row[column].toFixed(2).padStart(9)).join('')
    console.log(`${cells}${String(row.started).padStart(9)}  ${row.name}`)
  }
}
