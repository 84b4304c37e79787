export { openPostgres, type PostgresStore, type PostgresOptions } from './store.ts'
export { OutcomeUnknown, StoreUnavailable } from './database/unavailable.ts'
export { openReplicated, type ReplicatedOptions } from './replicated-store.ts'
