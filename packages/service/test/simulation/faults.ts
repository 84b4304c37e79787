/**
 * Planted faults: each breaks one rule in the code that runs, as somebody might who did not know it. The simulation finds
 * them within 3,000 seeds, or a named test does; else the same mistake made in earnest would not be found either.
 *
 * The lists in `faults/` are data: `find` is a text that the file holds once, `replace` is the text in its place, `why`
 * says what that breaks. `seed` is the seed that finds it, `test` the test that does where no seed does.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test, by its file below the project's folder and its name with those of its suites, as vitest prints it. */
export interface NamedTest {
  readonly file: string
  readonly name: string
}

export interface Fault {
  readonly id: string
  /** The rule of sync that it breaks, such as `server 3`; `files` where it is one of the section on files. */
  readonly rule: string
  /** Planted by somebody who had read the rules and the product's code, but neither the simulation nor any test. */
  readonly by?: 'outsider'
  readonly why: string
  /** Below the project's folder. */
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly seed?: number
  readonly test?: NamedTest
}

export const PROJECT = join(import.meta.dirname, '..', '..', '..', '..')

export const readFaults = (path: string): Fault[] => JSON.parse(readFileSync(path, 'utf8')) as Fault[]

export const FAULTS: readonly Fault[] = ['ideas', 'server', 'device', 'files'].flatMap((list) =>
  readFaults(join(import.meta.dirname, 'faults', `${list}.json`)),
)

/** The text of the fault's file with the fault in it. */
export function planted({ id, file, find, replace }: Fault): string {
  const source = readFileSync(join(PROJECT, file), 'utf8')
  if (source.split(find).length !== 2) throw new Error(`${file} does not hold the text of fault ${id} once`)
  return source.replace(find, () => replace)
}

/** The fault that this process was started with, as JSON in `PLANTED_FAULT`. */
export function givenFault(): Fault {
  const json = process.env['PLANTED_FAULT']
  if (json === undefined) throw new Error('PLANTED_FAULT names no fault')
  return JSON.parse(json) as Fault
}
