/**
 * Planted faults: each breaks one rule in the running code, as somebody might who did not know the rule. The simulation
 * finds each within 3,000 seeds, or a named test does. Otherwise a real mistake of the same kind would stay unnoticed.
 *
 * The lists in `faults/` are data. The file contains `find` once, `replace` replaces it, and `why` names the effect.
 * `seed` is the seed that finds the fault, and `test` the test that does if no seed finds it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test: its file from the project's folder, and its name with those of its suites, as vitest prints them. */
export interface NamedTest {
  readonly file: string
  readonly name: string
}

export interface Fault {
  readonly id: string
  /** The broken rule of sync, such as `server 3`; `files` for a rule of the section on files, `history 1` for one of history. */
  readonly rule: string
  /** Planted by a person who knew the rules and the product's code, but no simulation or test. */
  readonly by?: 'outsider'
  readonly why: string
  /** From the project's folder. */
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly seed?: number
  readonly test?: NamedTest
}

export const PROJECT = join(import.meta.dirname, '..', '..', '..', '..')

export const readFaults = (path: string): Fault[] => JSON.parse(readFileSync(path, 'utf8')) as Fault[]

export const FAULTS: readonly Fault[] = ['ideas', 'server', 'device', 'files', 'history'].flatMap((list) =>
  readFaults(join(import.meta.dirname, 'faults', `${list}.json`)),
)

/** The text of the fault's file with the fault. */
export function planted({ id, file, find, replace }: Fault): string {
  const source = readFileSync(join(PROJECT, file), 'utf8')
  if (source.split(find).length !== 2) throw new Error(`${file} does not hold the text of fault ${id} once`)
  return source.replace(find, () => replace)
}

/** The fault of this process, from the JSON in `PLANTED_FAULT`. */
export function givenFault(): Fault {
  const json = process.env['PLANTED_FAULT']
  if (json === undefined) throw new Error('PLANTED_FAULT names no fault')
  return JSON.parse(json) as Fault
}
