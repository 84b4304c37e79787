// The notes of an account, with a token
export {
  notesClient,
  type LinksAsked,
  type NotesClient,
  type OwnChangesAsked,
  type PageAsked,
  type PagesAsked,
  type SearchAsked,
  type TasksAsked,
  type Window,
} from './notes.ts'
export type { ListenOptions, PagesHeard } from './listen.ts'

// The list of changes, with the session of a device
export { changesClient, type ChangesAsked, type ChangesClient } from './changes.ts'

// The account, with the session of a device
export {
  peopleClient,
  type Invitation,
  type MailedLink,
  type PeopleClient,
  type PeopleList,
  type Person,
} from './people-client.ts'
export { accountClient, type AccountClient } from './account-client.ts'
export { conflictsClient, type ConflictsClient } from './conflicts.ts'
export { filesClient, type FilesClient, type FileToAdd, type ReadFileOptions } from './files.ts'
export { historyClient, type HistoryClient, type RestoreWaitOptions } from './history.ts'
export type {
  Author,
  ForgetAnswer,
  Moment,
  PageHistory,
  PageState,
  RestoreAnswer,
  RestoreBody,
  RestoredCount,
  RestoreJob,
  RestoreJobAnswer,
  Snapshot,
  SnapshotList,
  SnapshotRemoved,
  StateChange,
} from './restore.ts'
export { digestClient, type DigestClient } from './digests.ts'
export type { AddDigestBrowser, ChangeDigest, DigestAnswer, DigestBrowser, DigestEmail } from './digest.ts'
export { pluginsClient, type PluginsClient } from './plugins.ts'
export type {
  Plugin,
  PluginEvents,
  PluginField,
  PluginList,
  PluginOffer,
  PluginTerms,
  PluginType,
} from './plugin.ts'
export { webhooksClient, type WebhooksClient } from './webhooks.ts'
export type {
  ChangeWebhook,
  Delivery,
  DeliveryList,
  MakeWebhook,
  Webhook,
  WebhookAnswer,
  WebhookList,
} from './webhook.ts'
export { sharesClient, type SharesClient } from './shares.ts'
export { sitesClient, type SitesClient } from './sites.ts'
export { tokensClient, type TokensClient } from './tokens.ts'
export { transferClient, type ImportOptions, type TransferClient, type WaitOptions } from './transfer.ts'

// Types of pages
export { fieldForm } from './field-form.ts'

// Requests
export type { Bytes, ClientOptions } from './sender.ts'
export type { CallOptions, WriteOptions } from './options.ts'
export { every } from './every.ts'

// Answers
export { NotegraphError } from './error.ts'
export { metaOf, type Meta } from './meta.ts'
export type { Download } from './download.ts'
export type {
  AuditEvent,
  AuditList,
  Device,
  DeviceList,
  Notice,
  LackingProgram,
  NoticeList,
  PlanState,
  StorageAnswer,
  Used,
} from './account.ts'
export type { ConflictList, PickAnswer, SyncRecord, Words } from './conflict.ts'
export type { FileAdded, FilesRemoved, UnlinkedFile, UnlinkedFileList } from './file.ts'
export type {
  ImportAnswer,
  ImportFinding,
  ImportJob,
  ImportPlan,
  ImportReport,
  PlannedCount,
} from './import.ts'
export type { ChangeShare, Share, ShareList, SharePage } from './share.ts'
export type { ChangeSite, PublishSite, Site, SiteArchiveQuery, SiteList, SitePageList } from './site.ts'
export type { ApiToken, ChangeToken, MakeToken, Right, Scope, TokenList, TokenMade } from './token.ts'
export type {
  Block,
  BlockAnswer,
  ChangedPage,
  DayAnswer,
  ErrorCode,
  Field,
  FurtherPage,
  LinkingField,
  LinkingPage,
  LinksAnswer,
  BlockLinksAnswer,
  Listed,
  Page,
  PageAnswer,
  PageList,
  PageType,
  PagesEvent,
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
  OwnChangeList,
  LeftAsItIs,
  RevertAnswer,
  KeepChanges,
  KeepChangesAnswer,
  SeeChangesAnswer,
  RevertChangesAnswer,
  Touched,
} from './change.ts'
export type {
  AddBlock,
  AddBlockAnswer,
  AddOutline,
  AddOutlineAnswer,
  BlockWritten,
  UpdateBlockAnswer,
  CreatePage,
  CreatePageAnswer,
  SetBlockProperties,
  SetBlockPropertiesAnswer,
  DeleteBlock,
  DeleteBlockAnswer,
  DeletePage,
  DeletePageAnswer,
  RenamePage,
  RenamePageAnswer,
  MoveBlock,
  MoveBlockAnswer,
  SetProperties,
  ListEdit,
  ChangedLists,
  SetPropertiesAnswer,
  SetProperty,
  SetPropertyAnswer,
  SetTask,
  SetTaskAnswer,
  UpdateBlock,
} from './writes.ts'
