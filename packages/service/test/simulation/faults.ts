/**
 * Planted faults: each breaks one rule in the running code, as somebody might who did not know the rule. The simulation
 * finds each within 3,000 seeds, or a named test does.
 */
import { join } from 'node:path'
import { readFaults, type NamedTest, type PlantedFault } from '../planted-faults.ts'

export interface Fault extends PlantedFault {
  /** The broken rule of sync, such as `server 3`; `files` for a rule of the section on files, `history 1` for one of history. */
  readonly rule: string
  /** The seed that finds the fault. */
  readonly seed?: number
  /** The test that finds it, if no seed does. */
  readonly test?: NamedTest
}

export const FAULTS: readonly Fault[] = ['ideas', 'server', 'device', 'files', 'history'].flatMap((list) =>
  readFaults<Fault>(join(import.meta.dirname, 'faults', `${list}.json`)),
)
