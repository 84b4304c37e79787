/** What the pages stand on: the services, who visits, and the time. */
import type {
  AuditLog,
  ChangesService,
  DevicesService,
  ExportsService,
  ImportsService,
  NotesReader,
  SignInService,
  StorageService,
  SyncService,
  TokensService,
} from '@notegraph/service'
import type { Account, Plan } from '@notegraph/store'

/** Somebody signed in with a browser. */
export interface Visitor {
  readonly account: Account
  readonly plan: Plan
  /** Of the browser's session. */
  readonly browserId: string
  readonly signedInBy: 'provider' | 'link'
  /** Whether they proved not long ago who they are. */
  readonly isRecent: boolean
}

export interface WebDeps {
  /** Who sends a request; nobody where no browser session is open by it. */
  readonly visitor: (request: Request) => Promise<Visitor | undefined>
  readonly reader: NotesReader
  readonly tokens: TokensService
  readonly devices: DevicesService
  /** Which browsers are signed in. */
  readonly browsers: Pick<SignInService, 'list' | 'end'>
  readonly audit: Pick<AuditLog, 'list'>
  readonly changes: ChangesService
  readonly storage: StorageService
  readonly sync: Pick<SyncService, 'conflicts' | 'pick'>
  readonly imports: ImportsService
  readonly exports: ExportsService
  /** Changes that can be reverted before writes are refused; 0 is no limit. */
  readonly reversibleChanges: number
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number
  /** The address that people use, without a slash at its end. */
  readonly baseUrl: () => string
}
