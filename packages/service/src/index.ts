export { hashSecret, type Scope } from '@notegraph/store'
export {
  AGENT,
  authenticate,
  BROWSER,
  BROWSER_NAME,
  COMMAND_LINE,
  mayOrganize,
  mayWrite,
  tokenIn,
  zoneOf,
  type Caller,
} from './access.ts'
export {
  openBilling,
  type Billing,
  type MessageSignature,
  type SignedMessage,
  type PlanChangeAnswer,
} from './billing.ts'
export { openAgent, type Agent, type AgentSettings } from './agent.ts'
export { counted, numbered } from '@notegraph/graph'
export { isSeenProp, otherProps } from './other-props.ts'
export { answer, envelope, etagOf, versionOf, versionOfEtag, type Answer } from './answer.ts'
export { notesService, type NotesService } from './notes.ts'
export type { FoundBlockLinks, FoundField, FoundLink, FoundLinks } from './links.ts'
export {
  notesReader,
  type FoundBlocks,
  type FoundDay,
  type FoundPage,
  type NotesReader,
  type PageBlocks,
} from './reader.ts'
export { settleQuery } from './settle-query.ts'
export { lastChangeOf, lastEditOf, type OwnState } from './edited-by.ts'
export type { OutlinedFound, Sections } from './find-section.ts'
export type { NextDates } from './write/set-task.ts'
export { finishedDays } from './finished.ts'
export { readNested, type NestedById } from './nested.ts'
export { blockValues, pageValues, type ShownValues } from './shown-values.ts'
export { searchedTexts } from './snippets.ts'
export { endedWords } from './ended-access.ts'
export type { BackupEntry, BackupState } from './backup-state.ts'
export { peopleService, type PeopleService } from './people.ts'
export { ownAccountService, type OwnAccountService, type SignedOut } from './own-account.ts'
export { findBlock } from './find-block.ts'
export { findPage, findPageOrDay } from './find-page.ts'
export { operatorCaller, type OperatorCall } from './operator-caller.ts'
export { planAt } from './plan.ts'
export { requestRate, type Rate } from './rates.ts'
export { rightsOf } from './rights.ts'
export { needRecent } from './recent-sign-in.ts'
export { readRates, type Reader, type ReadRates } from './read-rates.ts'
export { refusalOfError } from './refusal-of-error.ts'
export { ok, refuse, type Conflict, type Refusal, type Result } from './refusal.ts'
export { APP_CODE_PREFIX, APP_REFRESH_PREFIX, APP_TOKEN_PREFIX, isTokenOpen, makeSecret } from './token.ts'
export {
  APP_SCOPES,
  authenticateApp,
  hasAppToken,
  RIGHT_SCOPES,
  SYNC_SCOPE,
} from './connected-apps/authenticate.ts'
export {
  connectedAppsService,
  type ConnectedAppsService,
  type ConnectedAppView,
} from './connected-apps/service.ts'
export {
  NO_PAGE_FILE,
  readersService,
  type OpenedShare,
  type ReadersService,
  type ShownPage,
} from './sharing/readers.ts'
export { embedKey, HIDDEN } from './sharing/other-pages.ts'
export type { SharedFile, SharedLine, SharedResult, SharedView } from './sharing/shared-view.ts'
export { partIdOf, SHARE_PATH, shareAddress } from './sharing/share-links.ts'
export { sharesService, type SharesService, type ShareView } from './sharing/shares.ts'
export type { FeedEntry, FeedKind } from './sharing/site-feed.ts'
export { linksByName, SITE_PATH, siteAddress, siteFileAddress, sitePageAddress, type LinkNames } from './sharing/site-links.ts' // prettier-ignore
export type { PageSet, PublishedPage } from './sharing/site-pages.ts'
export type { SiteMatch, SiteMatches } from './sharing/site-search.ts'
export {
  siteReaders,
  type LookPicture,
  type NamedSitePage,
  type OpenedSite,
  type OpenSite,
  type SiteReaders,
} from './sharing/site-readers.ts'
export { partAt } from './sharing/part.ts'
export { hostRecord, readHost, slugOfRecord, type HostRecord } from './sharing/site-host.ts'
export type { SiteLink, SitePage } from './sharing/site-content.ts'
export { pageIcon } from './page-icon.ts'
export { isSign } from './sharing/site-look.ts'
export { siteSets, type SiteSets } from './sharing/site-sets.ts'
export type { CheckedPage, KeptPage, SiteCheck } from './sharing/site-check.ts'
export type { PreviewFile, SitePreview } from './sharing/site-preview.ts'
export {
  sitesService,
  type OwnSite,
  type SitePageView,
  type SitesService,
  type SiteView,
} from './sharing/sites.ts'
export {
  authenticateDevice,
  authenticateNewDevice,
  authenticateSession,
  type BrowserRequest,
  type SessionCaller,
} from './session.ts'
export {
  passkeysService,
  type PasskeysDeps,
  type PasskeysService,
  type PasskeyView,
} from './sign-in/passkeys.ts'
export {
  deviceConfirmPath,
  devicesService,
  type DevicesService,
  type DeviceView,
  type MadeDevice,
} from './devices.ts'
export type { Browsers, BrowserView, Visitor } from './sign-in/browsers.ts'
export { SIGN_IN_FAULTS, type SignInFault, type SignInResult } from './sign-in/fault.ts'
export { readCode, shownCode } from './sign-in/codes.ts'
export { signInMails, type SignInMailDeps, type SignInMails } from './sign-in/mails.ts'
export { LINK_PATH, makeSignInLink, readLink, type MadeCode, type MadeLink } from './sign-in/links.ts'
export {
  CALLBACK_PATH,
  openProvider,
  type Provider,
  type ProviderSettings,
  type Transaction,
} from './sign-in/provider.ts'
export { OUTLINER_PLACES, returnPath } from './sign-in/return-path.ts'
export { signInService, type SignInRequest, type SignIn, type SignInService } from './sign-in/service.ts'
export { openSecrets } from './live/open-secrets.ts'
export { liveService, type LiveService } from './live/live.ts'
export type { LiveState, LiveStream } from './live/live-stream.ts'
export {
  openPageStream,
  type PageCaller,
  type PageListener,
  type PageStreamOptions,
} from './live/page-stream.ts'
export { syncService, type SyncCaller, type SyncDeps, type SyncService } from './sync/service.ts'
export { statusOf, toErrorBody } from './error-messages.ts'
export { readBodyStream, readBytes, readForm } from './request-body.ts'
export { BAD_REQUESTS } from './request-errors.ts'

export { fileInBlock, type FilePlace } from './files/block-file.ts'
export { pictureOfPage } from './files/page-picture.ts'
export { authenticateHolder, hasSession, type Holder } from './files/holder.ts'
export { bytesProblem, fileProblems } from './files/verified.ts'
export { filesService, type FilesService, type OpenFile, type Upload } from './files/service.ts'
export { mediaType } from './import/media-type.ts'

export { batchWrites } from './write/batch.ts'
export { writeService, type BatchOptions, type WriteService } from './write/service.ts'
export type { SingleWrites } from './write/writes.ts'
export type { WriteOptions, WriteDeps, WriteAnswer } from './write/write-answer.ts'
export { writeRates, type WriteRates } from './write/write-rates.ts'
export { changesService, type ChangesDeps, type ChangesService } from './changes/service.ts'
export type { ChangeView, ChangeViewList } from './changes/change-view.ts'

export {
  operator,
  OperatorError,
  type AccountOptions,
  type AccountView,
  type IdentityView,
  type Operator,
} from './operator.ts'
export { recoverBlocks } from './recover.ts'
export { tokensService, type NewToken, type TokensService, type TokenView } from './tokens.ts'
export { noticesService, type Notices, type NoticesService } from './notices.ts'
export { type PostMessage, type PostOutcome, type SignedPost } from './webhooks/attempt.ts'
export { webhookSender, type SenderDeps, type WebhookSender } from './webhooks/sender.ts'
export { agreedScope } from './plugins/terms.ts'
export {
  pluginsService,
  type FetchedManifest,
  type PluginHost,
  type PluginsDeps,
  type PluginsService,
} from './plugins/service.ts'
export { webhooksService, type WebhooksDeps, type WebhooksService } from './webhooks/service.ts'
export { digestService, type DigestDeps, type DigestService, type EndedWay } from './digest/service.ts'
export { digestSender, type DigestSender, type DigestSenderDeps } from './digest/sender.ts'
export { CONFIRM_PATH, END_PATH } from './digest/links.ts'
export type { Mail, Push, SendMail, SendOutcome, SendPush } from './digest/send.ts'
export { browserName } from './sign-in/browser-name.ts'
export { planState, storageService, type StorageService } from './storage.ts'
export { storageLevel } from './storage-level.ts'

export { sweep, type SweepDeps, type SweepEvent, type SweepReport } from './sweep/sweep.ts'
export type { EndedGraph } from './sweep/end-graph.ts'

export { importFolder, verifyImport } from './import/import.ts'
export type { MissingWord, Verified } from './import/verify.ts'
export type { ImportCommits, ImportOptions, ImportTarget, OnImportCommit } from './import/options.ts'
export { attempts, type Attempts } from './import/attempts.ts'
export { importEntry, type ImportEntry, type ImportEntryDeps } from './import/import-entry.ts'
export {
  importerHere,
  type Importer,
  type ImporterOptions,
  type ImportFrom,
  type ImportPlace,
} from './import/importer.ts'
export type {
  AddedCounts,
  ImportFinding,
  ImportPlan,
  ImportReport,
  ImportResult,
  PlannedCount,
} from './import/report.ts'
export {
  exportFolder,
  type ExportFolder,
  type ExportOptions,
  type ExportReport,
  type ExportResult,
} from './export/export.ts'
export {
  exportsService,
  type Archive,
  type ArchiveTarget,
  type ExportProgress,
  type ExportsService,
} from './transfer/exports.ts'
export { slots, type InSlot } from './transfer/slots.ts'
export { importsService, type ImportEvent, type ImportsService } from './transfer/imports.ts'
export type { StagedArchive, ArchiveStaging } from './transfer/archive-staging.ts'
export { exportArchive } from './export/export.ts'
export { exporterHere, type Exporter } from './export/exporter.ts'
export type { RetainedFile, Retention } from './export/retention.ts'
export { Unreadable, type FolderSource } from '@notegraph/folder/node'
export type { FileContent, FolderTarget, KeepingTarget, Progress } from './import/source.ts'
export {
  auditLog,
  type AuditLine,
  type AuditLog,
  type AuditNote,
  type AuditSource,
  type AuditView,
} from './audit/log.ts'
export {
  auditedChanges,
  auditedExports,
  auditedHistory,
  auditedImports,
  auditedStore,
} from './audit/audited-store.ts'
export { calendarMoves, watchedImporter } from './audit/site-moves.ts'
export { accessMails, type AccessMailDeps } from './audit/new-access.ts'
export { countItems } from './write/count-items.ts'
export { historyService, type HistoryDeps, type HistoryService } from './history/service.ts'
