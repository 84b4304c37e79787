/** What every route has at hand. */
import type { Log } from '@notegraph/host'
import type {
  Agent,
  AuditLog,
  Billing,
  ChangesService,
  ExportsService,
  FilesService,
  ImportsService,
  NotesService,
  RateLog,
  ReadRates,
  StorageService,
  SignInService,
  SyncService,
  WriteRates,
  WriteService,
} from '@notegraph/service'
import type { Store } from '@notegraph/store'
import type { WebDeps } from '@notegraph/web'
import type { Context } from 'hono'
import type { ResponseMemory } from './response-memory.ts'
import { splitTarget, type Target } from './target.ts'

/** What the Node server hands over with a request; absent where the app is called without one. */
export interface Bindings {
  readonly incoming?: {
    readonly url?: string | undefined
    readonly socket?: { readonly remoteAddress?: string | undefined }
  }
}
export type Env = { Bindings: Bindings }
/** As pages have it: they tell of what failed, and answer with a page. */
export type PageEnv = {
  Bindings: Bindings & {
    readonly onFailure: (error: unknown) => void
    /** The methods of the path; none where it takes any. */
    readonly takes: readonly string[]
  }
}
export type Ctx = Context<Env>

export interface Deps extends Pick<WebDeps, 'visitor' | 'reader' | 'tokens' | 'devices' | 'browsers'> {
  readonly store: Store
  readonly audit: AuditLog
  readonly notes: NotesService
  readonly writes: WriteService
  readonly changes: ChangesService
  readonly storage: StorageService
  readonly imports: ImportsService
  readonly exports: ExportsService
  readonly files: FilesService
  readonly sync: SyncService
  /** How the server's own agent is known; undefined where it is not set up. */
  readonly agent?: Agent | undefined
  /** Where a billing service is listened to; undefined where it is not set up. */
  readonly billing?: Billing | undefined
  /** Signing in and out with a browser. */
  readonly signIn: SignInService
  /** The rate of pages, by address. */
  readonly pageRequests: RateLog
  /** The rate of steps of signing in, by address. */
  readonly signIns: RateLog
  /** Answers that were not read yet, by account. */
  readonly unread: ResponseMemory
  /** The rate of requests, by address. */
  readonly requests: RateLog
  /** The rate of requests of devices, by address: files and sync. */
  readonly deviceRequests: RateLog
  /** The rates of reads, by token and by account; shared with MCP. */
  readonly readRates: ReadRates
  /** The rates of writes, by token and by address; shared with MCP. */
  readonly writeRates: WriteRates
  /** As the service was told, for the description of the API; 0 is no limit. */
  readonly reversibleChanges: number
  readonly log: Log
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number
  /** The address a request counts for. @see addressReader */
  readonly addressOf: (socketAddress: string | undefined, forwardedFor: string | undefined) => string
  /** The address that people use, for the description of the API; known once the server listens. */
  readonly baseUrl: () => string
}

/** The target as it was sent; a request made in process has its URL alone. */
export function targetOf(request: Request, env: Bindings | undefined): Target {
  const raw = env?.incoming?.url
  if (raw !== undefined) return splitTarget(raw)
  const { pathname, search } = new URL(request.url)
  return { path: pathname, query: search.slice(1) }
}
