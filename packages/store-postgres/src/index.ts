export { openPostgres, type PostgresStore, type PostgresOptions } from './store.ts'
export type { RateRoom, SharedRate } from './rates.ts'
export { OutcomeUnknown, StoreUnavailable } from './database/unavailable.ts'
