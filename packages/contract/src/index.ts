// Limits and errors
export { ARCHIVE_LIMITS, FOLDER_LIMITS, LIMITS, RATE_WINDOW, type ImportLimits } from './limits.ts'
export { DEFAULT_RATES, limitRows, readLimit, type LimitRow, type Rates } from './limit-rows.ts'
export { isListEdit, LIST_EDIT_SCHEMA, type ListEdit, type SentValue } from './schemas/properties.ts'
export {
  ERROR_CODES,
  ErrorBody,
  errorBody,
  ErrorCode,
  ERRORS,
  WAIT_HINT,
  type ErrorKind,
  type ErrorStatus,
} from './errors.ts'
export { Right, RIGHTS } from './rights.ts'

// Resources
export { Page, PAGE_KINDS, RESOLVED_TYPES, ResolvedType } from './schemas/page.ts'
export { Block, TaskMarker } from './schemas/block.ts'
export { DayNumber, DayText, Timestamp } from './schemas/scalars.ts'
export { Listed } from './schemas/envelope.ts'
export { Field, PageTypeId, Type } from './schemas/type.ts'

// Reads
export {
  BlockAnswer,
  BlockQuery,
  DayAnswer,
  FurtherPage,
  ListPagesQuery,
  PageAnswer,
  PageList,
  PageQuery,
  SearchAnswer,
  SearchQuery,
  TASK_STATUSES,
  TaskList,
  TasksQuery,
  TypeList,
} from './schemas/reads.ts'
export {
  BlockLinksAnswer,
  BlockLinksQuery,
  LinkingField,
  LinkingPage,
  LinksAnswer,
  LinksQuery,
} from './schemas/links.ts'
export { ChangedPage, PagesEvent } from './schemas/live.ts'
export { readQuery, WindowQuery } from './requests/parameters.ts'

// Writes
export {
  AddBlock,
  AddBlockAnswer,
  AddOutline,
  AddOutlineAnswer,
  BlockWritten,
  UpdateBlockAnswer,
  ChangedLists,
  CreatePage,
  CreatePageAnswer,
  POSITIONS,
  SetBlockProperties,
  SetBlockPropertiesAnswer,
  SetProperties,
  SetPropertiesAnswer,
  SetProperty,
  SetPropertyAnswer,
  SET_STATES,
  SetTask,
  SetTaskAnswer,
  TASK_STATES,
  UpdateBlock,
  type ReplaceText,
  type TaskState,
} from './schemas/writes.ts'
export {
  DeleteBlock,
  DeleteBlockAnswer,
  DeletePage,
  DeletePageAnswer,
  MoveBlock,
  MoveBlockAnswer,
  RenamePage,
  RenamePageAnswer,
} from './schemas/organize.ts'
export {
  BatchWrite,
  BatchWriteAnswer,
  BLOCK_ARGUMENTS,
  MADE_EARLIER,
  OperationName,
} from './schemas/batch.ts'
export { checkBody, isObject, mayBeLeftOut, type Checked, type ObjectSchema } from './requests/check.ts'
export { readJson, readUtf8 } from './requests/json.ts'
export { entriesInOrder, parseInOrder } from './requests/key-order.ts'
export { checkIdempotencyKey } from './requests/headers.ts'

// The list of changes
export {
  Change,
  CHANGE_ACTIONS,
  CHANGE_STATES,
  ChangeAnswer,
  ChangeList,
  ChangesQuery,
  OwnChangeList,
  OwnChangesQuery,
  LeftAsItIs,
  ON_THE_COMMAND_LINE,
  ON_THE_WEB,
  OVER_THE_API,
  RevertAnswer,
  KeepChanges,
  KeepChangesAnswer,
  SeeChanges,
  SeeChangesAnswer,
  RevertChanges,
  RevertChangesAnswer,
  Touched,
  type ChangeAction,
  type ChangeState,
} from './schemas/changes.ts'

// Tokens, storage and the plan
export { ApiToken, ChangeToken, MakeToken, Scope, SCOPES, TokenList, TokenMade } from './schemas/tokens.ts'
export { PlanState, StorageAnswer, Used, UsedBeside } from './schemas/storage.ts'

// History
export {
  Author,
  AUTHORS,
  MakeSnapshot,
  Moment,
  PageHistory,
  PageState,
  RestoreAnswer,
  RestoredCount,
  RestoreJob,
  RestoreJobAnswer,
  RestoreBody,
  ForgetAnswer,
  ForgetBody,
  Snapshot,
  SnapshotList,
  SnapshotRemoved,
  StateChange,
} from './schemas/history.ts'

// Sharing
export {
  ChangeWebhook,
  Delivery,
  DeliveryList,
  MakeWebhook,
  NO_WEBHOOK_FILTER,
  Webhook,
  WEBHOOK_PARTS,
  WEBHOOK_WRITERS,
  WebhookAnswer,
  WebhookList,
  WebhookMessage,
} from './schemas/webhooks.ts'
export { isEmailAddress } from './requests/email-address.ts'
export {
  AddDigestBrowser,
  ChangeDigest,
  DigestAnswer,
  DigestBrowser,
  DigestEmail,
} from './schemas/digests.ts'
export {
  InstallPlugin,
  LookAtPlugin,
  Plugin,
  PLUGIN_CHANGES,
  PluginList,
  PluginOffer,
  PluginTerms,
  type PluginChange,
} from './schemas/plugins.ts'
export {
  checkManifest,
  PluginEvents,
  PluginField,
  PluginManifest,
  PluginType,
} from './schemas/plugin-manifest.ts'
export { LackingProgram, Notice, NoticeList } from './schemas/notices.ts'
export { ChangeShare, Share, ShareList, SharePage } from './schemas/shares.ts'
export {
  ChangeSite,
  PublishSite,
  Site,
  SiteArchiveQuery,
  SiteList,
  SiteLook,
  SitePageList,
} from './schemas/sites.ts'

// Devices
export {
  ChangePerson,
  Invitation,
  MailedLink,
  InvitePerson,
  MakePerson,
  PeopleList,
  PeopleQuery,
  Person,
  RemovePerson,
} from './schemas/people.ts'
export { AccountClosed, CloseAccount, SignedOut, SignOutEverywhere } from './schemas/own-account.ts'
export { ACCOUNT_HEADER, DEVICE_HEADER, NEW_DEVICE, SIGNED_OUT_COOKIE } from './requests/browser-headers.ts'
export { Device, DeviceList, OwnDevice } from './schemas/devices.ts'

// Imports
export {
  IMPORT_STATES,
  ImportAnswer,
  ImportFinding,
  ImportJob,
  ImportPlan,
  ImportQuery,
  ImportReport,
  PlannedCount,
} from './schemas/imports.ts'

// Files
export { isFileName, isMediaType, UploadAnswer, UploadQuery } from './schemas/files.ts'
export { RemoveFiles, RemoveFilesAnswer, UnlinkedFile, UnlinkedFileList } from './schemas/unlinked-files.ts'

// Sync
export {
  ArchiveQuery,
  ConflictList,
  Pick,
  PickAnswer,
  PageRecordsAnswer,
  PullAnswer,
  PullQuery,
  Push,
  LiveEvent,
  PushAnswer,
  SyncRecord,
  Words,
} from './schemas/sync.ts'

// Messages of a billing service
export { BillingAnswer, BillingMessage } from './schemas/billing.ts'
// Tools for assistants
export { BATCH_OPERATIONS, TOOL_NAMES, type Tool, type ToolName, type BatchOperation } from './tools/tool.ts'
export { argumentsSchema, type ArgumentsSchema } from './tools/argument-schema.ts'
export { checkArguments, findTool, TOOLS } from './tools/table.ts'
export { TOOL_ERROR_EXAMPLES, type ToolErrorExample } from './tools/error-examples.ts'
export {
  ListChangesArguments,
  ListPagesArguments,
  ListTasksArguments,
  ReadBlockArguments,
  ReadDayArguments,
  ReadLinksArguments,
  ReadPageArguments,
  SearchArguments,
} from './tools/read.ts'
export {
  AddBlockArguments,
  AddOutlineArguments,
  CreatePageArguments,
  RevertChangeArguments,
  BatchWriteArguments,
  SetBlockPropertiesArguments,
  SetPropertiesArguments,
  SetPropertyArguments,
  SetTaskArguments,
  UpdateBlockArguments,
} from './tools/write.ts'
export {
  DeleteBlocksArguments,
  DeletePageArguments,
  MoveBlocksArguments,
  RenamePageArguments,
} from './tools/organize.ts'

// Routes and their description
export type { Auth, PathParameter, Route, RouteEvent } from './routes/route.ts'
export { CLIENTS, type CalledBy, type ClientMethod } from './routes/clients.ts'
export { ALL_ROUTES, APP_ROUTES, NOTES_PATH, routeOf, ROUTES } from './routes/table.ts'
export { ABOUT_APP, ABOUT_NOTES, type About } from './openapi/about.ts'
export { MCP_PATH, NO_SUCH_METHOD_HINT } from './openapi/mcp.ts'
export { openApiDocument, type OpenApiDocument, type OpenApiOptions } from './openapi/document.ts'
export { AUDIT_EVENTS, type AuditEventName } from './audit-events.ts'
export { AuditEvent, AuditList, AuditQuery } from './schemas/audit.ts'
