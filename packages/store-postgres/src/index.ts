export { openPostgres, type PostgresStore, type PostgresOptions } from './store.ts'
export { openReplicated, type ReplicatedOptions } from './replicated-store.ts'
export {
  MOVE_STEPS,
  moveAccount,
  MoveError,
  type FoundState,
  type MoveOptions,
  type MoveReport,
  type MoveStep,
} from './moving/index.ts'
