/** The parts that the import and the export share. */
import type { Engine } from '@notegraph/sync'
import type { BaseTable } from './base-table.ts'
import type { Assets } from './assets.ts'
import type { Contents } from './contents.ts'
import type { Disk } from './disk.ts'

/** The shared parts of one sync. */
export interface SyncContext {
  readonly engine: Engine
  readonly disk: Disk
  readonly assets: Assets
  readonly bases: BaseTable
  readonly contents: Contents
}
