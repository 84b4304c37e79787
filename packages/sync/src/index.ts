// The protocol
export type {
  Conflict,
  ConflictList,
  Group,
  Outcome,
  PickAnswer,
  PageRecordsAnswer,
  PullAnswer,
  PushAnswer,
  PushBody,
  PushItem,
  PushResult,
  WireError,
} from './message.ts'
export { DEVICE_LIMITS, SYNC_LIMITS } from './limits.ts'
export { readPush, type ReadItem, type ReadPush } from './read-push.ts'
export { unknownKeys } from './read-record.ts'
export type { ReadResult } from './reader.ts'

// The rules
export { merge } from './merge.ts'
export { dropVersions } from './merge-words.ts'
export type { MergeResult, MergeEnv, Push, PlaceIds } from './push.ts'
export { plainPush } from './plain.ts'
export { checksumOf, hashOf, replaced } from './checksum.ts'

// The device
export { createEngine } from './device/engine.ts'
export type {
  EditsOfWindow,
  Engine,
  EngineEvents,
  EngineOptions,
  PendingCounts,
  Refusal,
  ShownBlock,
  State,
  Status,
  SyncResult,
} from './device/engine-api.ts'
export type { Environment } from './device/environment.ts'
export { systemEnvironment } from './device/system.ts'
export type {
  BlockTarget,
  Edit,
  EditDone,
  EditFault,
  EditResult,
  NewKind,
  RenameOptions,
  SeenWords,
} from './device/edit.ts'
export type { EditOptions, EditsResult, UndoResult } from './device/edits.ts'
export type { Changes, Contents, GroupChange } from './device/undo.ts'
export type { ChangesSince, GraphChange } from './device/change-event.ts'
export { watch, type WatchOptions } from './device/watch.ts'
export { undoHistory, type UndoHistory, type UndoStep } from './device/undo-history.ts'
export type { OutlineEdit, OutlineEditResult, OutlineRow } from './device/edit-outline.ts'
export { deviceOf } from './revision.ts'
export type { WordedRecord } from './revision.ts'
export type { Behind } from './device/siblings.ts'
export { NoAnswer } from './device/transport.ts'
export type { PullReply, Reply, ServerState, Transport } from './device/transport.ts'
export type { FileTransport, UploadAnswer } from './device/transport.ts'
export {
  fetchTransport,
  type ExplainFault,
  type Fetch,
  type FetchTransportOptions,
} from './device/fetch-transport.ts'
export { nodeFault } from './device/node-fault.ts'
export { eventParser, type EventHandlers } from './device/event-parser.ts'
export { movedBehind } from './device/move.ts'
export { renamePageIn } from './rename-page-in.ts'
export {
  countAll,
  INTO,
  marksOf,
  RECOVERED_ID,
  RECOVERED_NAME,
  StoreTaken,
  type Counts,
  type Local,
  type LocalChange,
  type LocalStore,
  type Meta,
  type OwnValue,
  type Progress,
} from './device/local.ts'
export { memoryStore } from './device/memory-store.ts'

// The local index
export type {
  BlockOnPage,
  FoundBlocks,
  IndexPart,
  IndexReads,
  PageBlocks,
  Referring,
  TaskFilter,
} from './local-index/index-reads.ts'
export type {
  Queries,
  QueryFault,
  QueryOptions,
  QueryPagesResult,
  QueryResult,
} from './local-index/queries.ts'
export type { LinkedPage, PageLinks } from './local-index/page-links.ts'

// One engine for many windows
export {
  engineWindow,
  refuseEngine,
  serveEngine,
  type EnginePort,
  type EngineWindow,
  type RemoteEngine,
} from './windows/engine-port.ts'

// Files
export type { AttachResult, FileEdits, NewFile, ReadFile, Upload } from './files/file-edits.ts'
export type { Bytes, FileChange, FileStore, LocalFile } from './files/file-store.ts'
