/** The faults of the trial, in the order of a run. */
import type { Fault } from '../fault.ts'
import { BACKUP } from './backup.ts'
import { CLIENTS } from './clients.ts'
import { CLOCK } from './clock.ts'
import { killUnderSync } from './devices.ts'
import { DAMAGE } from './damage.ts'
import { DAMAGED_CHANGES } from './damaged-changes.ts'
import { DAMAGED_FILES } from './damaged-files.ts'
import { DAMAGED_LOG } from './damaged-log.ts'
import { DISK_FULL } from './disk-full.ts'
import { NO_SPACE, SYNC_FAILS, WRITE_FAILS } from './failing-calls.ts'
import { KILL } from './kill.ts'
import { POSTGRES_BACKUP } from './postgres-backup.ts'
import { POSTGRES_FULL } from './postgres-full.ts'
import { POSTGRES_KILLED } from './postgres-killed.ts'
import { POWER_CUT } from './power-cut.ts'
import { STOP } from './stop.ts'

export const FAULTS: readonly Fault[] = [
  KILL,
  STOP,
  killUnderSync(25),
  SYNC_FAILS,
  WRITE_FAILS,
  NO_SPACE,
  POWER_CUT,
  DISK_FULL,
  POSTGRES_FULL,
  POSTGRES_KILLED,
  CLOCK,
  CLIENTS,
  BACKUP,
  POSTGRES_BACKUP,
  DAMAGE,
  DAMAGED_LOG,
  DAMAGED_FILES,
  DAMAGED_CHANGES,
]
