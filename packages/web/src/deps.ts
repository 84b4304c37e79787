/** The dependencies of the pages: the services, the visitor, and the time. */
import type {
  AuditLog,
  BackupState,
  ChangesService,
  ConnectedAppsService,
  DevicesService,
  DigestService,
  ExportsService,
  HistoryService,
  ImportsService,
  NotesReader,
  NoticesService,
  OwnAccountService,
  PeopleService,
  PasskeysService,
  ReadersService,
  SharesService,
  SignInService,
  SitesService,
  StorageService,
  SyncService,
  TokensService,
  PluginsService,
  WebhooksService,
  WriteService,
} from '@notegraph/service'
import type { Account, Plan, SignedInBy } from '@notegraph/store'
import type { AppRequests } from './app-requests.ts'
import type { SiteArchives } from './static-site/site-archives.ts'

/** A person who signed in with a browser. */
export interface Visitor {
  readonly account: Account
  readonly plan: Plan
  /** The id of the browser session. */
  readonly browserId: string
  readonly signedInBy: SignedInBy
  /** Whether the sign-in is recent. */
  readonly isRecent: boolean
}

/** The apps that connect by signing in. */
export interface WebApps {
  readonly connected: ConnectedAppsService
  readonly requests: AppRequests
  /** The address that an app needs. */
  readonly address: string
}

/** The dependencies of the pages. */
export interface WebDeps {
  /** Finds the visitor of a request; undefined without a browser session. */
  readonly visitor: (request: Request) => Promise<Visitor | undefined>
  readonly reader: NotesReader
  readonly tokens: TokensService
  readonly devices: DevicesService
  /** The apps that connect by signing in; undefined if the server does not offer it. */
  readonly apps?: WebApps | undefined
  /** The signed-in browsers. */
  readonly browsers: Pick<SignInService, 'list' | 'end' | 'makeCode'>
  readonly passkeys: PasskeysService
  readonly audit: Pick<AuditLog, 'list' | 'note' | 'noteRoute'>
  readonly changes: ChangesService
  readonly history: HistoryService
  readonly writes: WriteService
  readonly sites: SitesService
  /** Sites as plain files. */
  readonly siteArchives: SiteArchives
  readonly storage: StorageService
  readonly shares: SharesService
  readonly readers: Pick<ReadersService, 'preview'>
  readonly sync: Pick<SyncService, 'conflicts' | 'pick' | 'commonText' | 'setFavorite'>
  readonly imports: ImportsService
  readonly notices: NoticesService
  readonly digest: DigestService
  readonly webhooks: WebhooksService
  readonly plugins: PluginsService
  readonly exports: ExportsService
  readonly ownAccount: OwnAccountService
  readonly people: PeopleService
  /** The backups that the server makes by itself; undefined if it makes none. */
  readonly backups?: (() => BackupState) | undefined
  /** The newest release; undefined if the operator named no list of releases. */
  readonly release?: (() => ReleaseState) | undefined
  /** Changes that can be reverted before writes are refused; 0 is no limit. */
  readonly revertibleChanges: number
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number
  /** The address that people use, without a slash at its end. */
  readonly baseUrl: () => string
  /** The command line as the operator calls it, for hints. */
  readonly commandLine: string
}

/** The release of this server, and the newest one. */
export interface ReleaseState {
  readonly running: string
  /** Undefined if the list has none, or was not read yet. */
  readonly newest: string | undefined
  /** Whether the newest is newer than this one. */
  readonly isOutdated: boolean
  /** Whether the list could not be read the last time. */
  readonly failed: boolean
}
