export { openPostgres, type AccountsStore, type PostgresOptions } from './store.ts'
export { StoreUnavailable } from './database/unavailable.ts'
