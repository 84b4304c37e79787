/**
 * Planted faults of the store on PostgreSQL, the service and the server. One half is by a person who knew no test, and the
 * other by one who knew them.
 */
import { join } from 'node:path'
import { readFaults, type NamedTest, type PlantedFault } from '@notegraph/service/planted-faults'

export interface ListedFault extends PlantedFault {
  /** The kind of mistake, such as `lock`. */
  readonly kind: string
  /** The ring in which the test runs. */
  readonly ring: 'first' | 'second'
  /** The test that finds the fault. */
  readonly test: NamedTest
}

export const LISTED_FAULTS: readonly ListedFault[] = ['store-postgres', 'service', 'server'].flatMap((list) =>
  readFaults<ListedFault>(join(import.meta.dirname, `${list}.json`)),
)
