// The notes of an account, with a token
export {
  notesClient,
  type NotesClient,
  type PagesAsked,
  type SearchAsked,
  type TasksAsked,
  type Window,
} from './notes.ts'

// What tokens wrote, with the session of a device
export { changesClient, type ChangesAsked, type ChangesClient } from './changes.ts'

// Asking
export type { ClientOptions } from './sender.ts'
export type { CallOptions, WriteOptions } from './options.ts'
export { every } from './every.ts'

// What came back
export { NotegraphError } from './error.ts'
export { metaOf, type Meta } from './meta.ts'
export type {
  Block,
  BlockAnswer,
  DayAnswer,
  ErrorCode,
  Field,
  Listed,
  Page,
  PageAnswer,
  PageList,
  PageType,
  PageTypeId,
  ResolvedType,
  SearchAnswer,
  TaskList,
  TaskMarker,
  TypeList,
} from './answers.ts'
export type {
  Change,
  ChangeAnswer,
  ChangeList,
  LeftAsItIs,
  RevertAnswer,
  RevertChangesAnswer,
  Touched,
} from './change.ts'
export type {
  AddBlock,
  AddBlockAnswer,
  BlockWritten,
  CreatePage,
  CreatePageAnswer,
  SetProperties,
  SetPropertiesAnswer,
  SetProperty,
  SetPropertyAnswer,
  SetTask,
  UpdateBlock,
} from './writes.ts'
