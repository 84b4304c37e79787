/** What taking and giving work with. */
import type { Engine } from '@notegraph/sync'
import type { Agreed } from './agreed.ts'
import type { Assets } from './assets.ts'
import type { Contents } from './contents.ts'
import type { Disk } from './disk.ts'

export interface Parts {
  readonly engine: Engine
  readonly disk: Disk
  readonly assets: Assets
  readonly agreed: Agreed
  readonly contents: Contents
}
