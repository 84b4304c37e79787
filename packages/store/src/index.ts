export {
  AUDIT_ACTORS,
  AUDIT_EVENTS,
  type AuditActor,
  type AuditBounds,
  type AuditEntry,
  type AuditEvent,
  type AuditStore,
} from './audit.ts'
export type {
  Account,
  AccountNote,
  AccountStore,
  Delivery,
  Plan,
  PlanChange,
  PlanMover,
  Scope,
  Session,
  SessionHolder,
  SessionStore,
  Token,
  TokenHolder,
  TokenStore,
} from './account.ts'
export type {
  ChangeEntry,
  ChangeFilter,
  EntryState,
  HeldEntry,
  ListedChange,
  Touched,
} from './change-list.ts'
export type { FeedPage, FeedPosition, FeedState, GraphFeed } from './feed.ts'
export type {
  Change,
  CommitRefusal,
  CommitResult,
  FileEntry,
  NewFile,
  UnlinkedFile,
  FoundBlock,
  GraphStore,
  KeptAnswer,
  Landed,
  Landing,
  OutlinedBlock,
  Problem,
  Put,
  Shown,
  StoredBlock,
  StorageUse,
  StoredPage,
  Subtree,
  SweepLeft,
  TaskQuery,
  Used,
  Window,
} from './graph-store.ts'
export type { Versioned } from './versioned.ts'
export type { ImportRow, ImportStage, ImportStore } from './imports.ts'
export type { Blobs, ByteRange, KeptBlob, Received } from './blobs.ts'
export { recordBytes } from './record-bytes.ts'
export { memoryBlobs } from './memory-blobs.ts'
export type {
  Browser,
  BrowserHolder,
  BrowserStore,
  Identity,
  IdentityStore,
  KnownIdentity,
  SignedInBy,
  SignedOutThere,
  SignInLink,
  SignInLinkStore,
} from './sign-in.ts'
export type { Store } from './store.ts'
export type { SweepStore } from './sweeps.ts'
