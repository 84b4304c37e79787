export { openPostgres, type PostgresStore, type PostgresOptions } from './store.ts'
export { openReplicated, type ReplicatedOptions } from './replicated-store.ts'
