export { openPostgres, type AccountsStore, type PostgresOptions } from './store.ts'
export { OutcomeUnknown, StoreUnavailable } from './database/unavailable.ts'
