/** The rate of devices. @see sync, Routes; decisions 9.12 */
import { readRates } from '@notegraph/service'
import type { Deps } from './context.ts'

/** Requests of devices share one rate, by address, and count as nobody's reads. */
export const ofDevices = (deps: Deps): Deps => ({
  ...deps,
  requests: deps.deviceRequests,
  readRates: readRates(deps.store.rates, 0, 0),
})
