/**
 * Planted faults: each is a mistake in the running code that a named test finds. Otherwise a real mistake of the same kind
 * would stay unnoticed.
 *
 * A list of faults is data. The file contains `find` once, `replace` replaces it, and `why` names the effect.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** A test: its file from the project's folder, and its name with those of its suites, as vitest prints them. */
export interface NamedTest {
  readonly file: string
  readonly name: string
  /** Runs a file that says `both-stores` on PostgreSQL. */
  readonly project?: 'postgres'
}

/** A fault in the code of this project. */
export interface PlantedFault {
  readonly id: string
  /** Planted by a person who knew the rules and the product's code, but no test. */
  readonly by?: 'outsider'
  readonly why: string
  /** From the project's folder. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** A fault that a named test finds. */
export interface NamedFault extends PlantedFault {
  readonly test: NamedTest
}

/** The end of a process with a fault. */
export interface Ended {
  /** 0 if nothing failed. */
  readonly code: number | null
  readonly output: string
}

/** The project's folder. */
export const PROJECT: string = join(import.meta.dirname, '..', '..', '..')

/**
 * Reads a list of faults.
 * @example
 * const faults = readFaults(join(import.meta.dirname, 'server.json'))
 */
export const readFaults = <F extends PlantedFault>(path: string): F[] =>
  JSON.parse(readFileSync(path, 'utf8')) as F[]

/**
 * Plants a fault.
 * @returns the text of its file with the fault
 * @throws if the file does not contain the text of the fault once
 * @example
 * const source = planted(fault)
 */
export function planted({ id, file, find, replace }: PlantedFault): string {
  const source = readFileSync(join(PROJECT, file), 'utf8')
  if (source.split(find).length !== 2) throw new Error(`${file} does not hold the text of fault ${id} once`)
  return source.replace(find, () => replace)
}

/**
 * Reads the fault of this process, from the JSON in `PLANTED_FAULT`.
 * @throws if the process has none
 * @example
 * const source = planted(givenFault())
 */
export function givenFault(): PlantedFault {
  const json = process.env['PLANTED_FAULT']
  if (json === undefined) throw new Error('PLANTED_FAULT names no fault')
  return JSON.parse(json) as PlantedFault
}

/**
 * Returns the pattern with which vitest runs one test.
 * @example
 * namePattern('a test') // '^a test$'
 */
export const namePattern = (name: string): string => `^${name.replaceAll(/[^\w ]/g, '\\$&')}$`

/**
 * Runs all tests of some files with a fault in the code.
 * @example
 * const { code } = await runTests(['packages/server/test/days.test.ts'], fault)
 */
export async function runTests(files: readonly string[], fault: PlantedFault): Promise<Ended> {
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs')
  return runNode([vitest, 'run', '--project', 'embedded', ...files], fault)
}

/**
 * Gives faults one after the other to a program in one process, which answers each with a line. The first question starts it.
 * @param args the program and its arguments
 * @returns its answer, by the id of the fault
 * @example
 * const found = givenTo(['run-named.ts'], faults)
 * expect(await found('lock')).toBe('1 failed, 0 passed')
 */
export function givenTo<F extends PlantedFault>(
  args: readonly string[],
  faults: readonly F[],
): (id: string) => Promise<string> {
  const answers = new Map(faults.map(({ id }) => [id, Promise.withResolvers<string>()]))
  const start = (): void => {
    const child = startNode(args, 'pipe')
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part))
    child.stdin!.on('error', () => {}) // it ended early, and its answers are missing
    child.stdin!.end(faults.map((fault) => `${JSON.stringify(fault)}\n`).join(''))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"id":')) return
      const { id, found } = JSON.parse(line) as { id: string; found: string }
      answers.get(id)?.resolve(found)
    })
    child.once('close', (code) => {
      for (const { resolve } of answers.values()) resolve(`no answer: exit ${code}, ${said}`)
    })
  }
  let hasStarted = false
  return async (id) => {
    if (!hasStarted) start()
    hasStarted = true
    return answers.get(id)!.promise
  }
}

/**
 * Runs the named test of each fault, with the fault in the code.
 * @returns how it ended, such as `1 failed, 0 passed`, by the id of the fault
 * @example
 * const endOf = runNamed(FAULTS)
 */
export const runNamed = (faults: readonly NamedFault[]): ((id: string) => Promise<string>) =>
  givenTo([join(import.meta.dirname, 'run-named.ts')], faults)

/** Settings of the run that started this one: its ring, and the files in which it counts and times its tests. */
const OF_THIS_RUN: ReadonlySet<string> = new Set([
  'NOTEGRAPH_TEST_RING',
  'NOTEGRAPH_TEST_COUNTS',
  'NOTEGRAPH_TEST_TIMES',
])

function startNode(args: readonly string[], stdin: 'pipe' | 'ignore', fault?: PlantedFault) {
  const inherited = Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.has(name))
  return spawn(process.execPath, args, {
    cwd: PROJECT,
    env: {
      ...Object.fromEntries(inherited),
      NO_COLOR: '1',
      // Half of the time of a short run is loading code.
      NODE_COMPILE_CACHE: join(tmpdir(), 'notegraph-simulation'),
      ...(fault && { PLANTED_FAULT: JSON.stringify(fault) }),
    },
    stdio: [stdin, 'pipe', 'pipe'],
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>
}

/**
 * Runs Node in the project's folder, with or without a fault.
 * @example
 * const { code } = await runNode(['--conditions=notegraph', 'run.ts'])
 */
export async function runNode(args: readonly string[], fault?: PlantedFault): Promise<Ended> {
  const child = startNode(args, 'ignore', fault)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output: out + err }
}
