export type { Account, AccountStore, Plan, Scope, Token, TokenHolder, TokenStore } from './account.ts'
export type {
  Change,
  CommitResult,
  Days,
  FileEntry,
  FoundBlock,
  GraphStore,
  Problem,
  Put,
  StoredBlock,
  StoredPage,
  TaskQuery,
  Versioned,
  Window,
} from './graph-store.ts'
export type { Blobs } from './blobs.ts'
export type { Store } from './store.ts'
