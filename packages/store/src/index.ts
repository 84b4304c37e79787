export { AUDIT_ACTORS, type AuditActor, type AuditBounds, type AuditEntry, type AuditStore } from './audit.ts'
export { isSameAccount } from './account.ts'
export type {
  Account,
  AccessToEnd,
  AccountNote,
  AccountStore,
  Delivery,
  EndedAccess,
  Moving,
  Plan,
  PlanChange,
  PlanMover,
  Right,
  Scope,
  Session,
  SessionHolder,
  SessionStore,
  Token,
  TokenHolder,
  TokenStore,
} from './account.ts'
export type {
  AppSecret,
  AppSecretHolder,
  AppSecretKind,
  AppSecretLimit,
  AuthorizationRecord,
  AuthorizationRecordKind,
  ConnectedApp,
  ConnectedAppStore,
} from './connected-apps.ts'
export { secretKey, SECRET_KEY_BYTES, type SecretKey } from './secret-key.ts'
export {
  SECRET_TABLE_NAMES,
  SECRET_TABLES,
  type SecretColumns,
  type SecretRow,
  type SecretStore,
  type SecretTable,
} from './secrets.ts'
export { changeSecretKey, OtherSecretKey, useSecretKey, withSecretKey } from './with-secret-key.ts'
export { hashSecret } from './hash.ts'
export type { Share, ShareHolder, ShareLimits, ShareStore } from './shares.ts'
export type { MeantPages, Site, SiteHolder, SiteLimits, SiteLook, SiteRule, SiteStore } from './sites.ts'
export {
  DELIVERY_STATES,
  WEBHOOK_OFF,
  type WebhookDelivery,
  type DeliveryAttempt,
  type DeliveryState,
  type Hold,
  type OutboxPosition,
  type Webhook,
  type WebhookFilter,
  type WebhookOff,
  type WebhookStore,
  type WebhookTurn,
} from './webhooks.ts'
export type { Plugin, PluginLimits, PluginStore, PluginWrite } from './plugins.ts'
export {
  DIGEST_OFF,
  DIGEST_WAYS,
  type BrowserKeys,
  type Digest,
  type DigestOff,
  type DigestStore,
  type DigestWay,
  type DigestWayKind,
  type PushKeys,
} from './digests.ts'
export type { GraphStore } from './graph/graph-store.ts'
export type { Window } from './graph/window.ts'
export type { PageFilter, PageList, PageStore, StoredPage } from './graph/pages.ts'
export type {
  BlockStore,
  FoundBlock,
  NestedBlocks,
  NestedWindow,
  OutlinedBlock,
  StoredBlock,
  Subtree,
} from './graph/blocks.ts'
export type { SearchStore, TaskQuery } from './graph/search.ts'
export type { RecordStore, VersionedRecord } from './graph/records.ts'
export type { FileEntry, FileStore, NewFile, SweepBacklog, UnlinkedFile } from './graph/files.ts'
export { changeChecksum, changeProblem } from './graph/change-checksum.ts'
export type {
  ChangeEntry,
  ChangeFilter,
  ChangeRecord,
  ChangesToKeep,
  ChangeStore,
  ChangeSummary,
  EntryState,
  ItemChange,
} from './graph/changes.ts'
export {
  AUTHOR_KINDS,
  type Author,
  type AuthorKind,
  type Authorship,
  type HistoryBounds,
  type HistoryStore,
  type StateHold,
  type KeptPart,
  type KeptState,
  type ReplacedState,
  type Forgot,
  type Forgotten,
  type KeptSummary,
  type Snapshot,
} from './graph/history.ts'
export { DROPPED_AT_ONCE } from './dropped-at-once.ts'
export {
  countAsOne,
  HISTORY_FLOOR,
  HOLD,
  KNOWN_AUTHORS,
  mostHistoryBytes,
  namesOne,
  STATE_BYTES,
  whatStays,
  type ForgottenState,
} from './history-rules.ts'
export type {
  ChangedPage,
  ChangedPages,
  FeedPage,
  PageRecords,
  FeedPosition,
  FeedState,
  FeedStore,
} from './graph/feed.ts'
export type {
  Change,
  ChangeRefusal,
  ChangeResult,
  Commit,
  CommitRefusal,
  CommitResult,
  CommitStore,
  IdempotencyRecord,
  NewChangeEntry,
  NewIdempotencyRecord,
  Put,
  ReadBack,
  ReadBackQuery,
} from './graph/commits.ts'
export type { ChangeCheck, ChangeReads, Quoted, ReadPage } from './graph/change-reads.ts'
export type { OutboxEntry, OutboxPage, OutboxStore, Writer, WrittenPage } from './graph/outbox.ts'
export { WrittenPages, writerOf, type WrittenRecord } from './graph/written-pages.ts'
export type { KindUsage, StorageTotals, StorageUsage } from './graph/storage.ts'
export type {
  GraphSource,
  SourceAnswer,
  SourceChange,
  SourceCommit,
  SourceDay,
  SourceFile,
  SourceKept,
  SourcePush,
  SourceRecord,
  SourceState,
} from './graph/graph-source.ts'
export type { GraphMaintenance, Problem } from './graph/maintenance.ts'
export type { JobRow, JobStage, JobStore } from './jobs.ts'
export type { Blobs, ByteRange, KeptBlob, Received } from './blobs.ts'
export type { RateRoom, RateRule, RateStore, RateUse } from './rates.ts'
export { memoryRates } from './memory-rates.ts'
export { recordBytes } from './record-bytes.ts'
export { memoryBlobs } from './memory-blobs.ts'
export type {
  Browser,
  BrowserHolder,
  BrowserStore,
  Identity,
  IdentityStore,
  KnownIdentity,
  Passkey,
  PasskeyChallenge,
  PasskeyStore,
  SignedInBy,
  SignedOutThere,
  SignInLink,
  SignInLinkStore,
} from './sign-in.ts'
export { AccountMoving, isDiskFull, OutcomeUnknown, StoreUnavailable } from './unavailable.ts'
export type { Store, StoreUsage } from './store.ts'
export type { MovedTable } from './account-tables.ts'
export {
  MOVED_TABLE_NAMES,
  MOVED_TABLES,
  SHORT_LIVED_TABLES,
  type AccountRows,
  type Move,
  type MovedColumns,
  type MoveMark,
  type MoveSide,
  type RowValue,
} from './moving.ts'
export type { LookStore } from './looks.ts'
export type { SweepStore } from './sweeps.ts'
export { Watchers } from './watchers.ts'
export {
  COMMIT_STEPS,
  signalCommits,
  withCommitSteps,
  type CommitStep,
  type CommitSteps,
  type Write,
} from './commit-steps.ts'
export { isStorable, UnstorableText } from './texts.ts'
export { withCheckedAccountTexts, withCheckedTexts, type AccountParts } from './with-checked-texts.ts'
export { withAccountSignals } from './with-signals.ts'
export { withoutHistory } from './without-history.ts'
