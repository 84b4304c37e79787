/** The faults of the trial, in the order of a run. */
import type { Fault } from '../fault.ts'
import { killUnderSync } from './devices.ts'
import { NO_SPACE, SYNC_FAILS, WRITE_FAILS } from './failing-calls.ts'
import { KILL } from './kill.ts'
import { STOP } from './stop.ts'

export const FAULTS: readonly Fault[] = [KILL, STOP, killUnderSync(25), SYNC_FAILS, WRITE_FAILS, NO_SPACE]
