// The types of requests and answers, and the clients that need no code of their own
export type * from './generated/types.ts'
export * from './generated/clients.ts'

// The notes of an account, with a token
export { notesClient, type NotesClient } from './notes.ts'
export type { ListenOptions, PagesHeard } from './listen.ts'

// With the session of a device
export { filesClient, type FilesClient, type FileToAdd } from './files.ts'
export { historyClient, type HistoryClient, type RestoreWaitOptions } from './history.ts'
export { transferClient, type ImportOptions, type TransferClient, type WaitOptions } from './transfer.ts'

// Types of pages
export { fieldForm } from './field-form.ts'

// Requests
export type { Bytes, ClientOptions } from './sender.ts'
export type { CallOptions, ReadFileOptions, Window, WriteOptions } from './options.ts'
export { every } from './every.ts'

// Answers
export { NotegraphError, type NoAnswerCode } from './error.ts'
export { metaOf, type Meta } from './meta.ts'
export type { Download } from './download.ts'
