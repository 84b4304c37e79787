/** The context of every route. */
import type { Log } from '@notegraph/host'
import type {
  Agent,
  AuditLog,
  Billing,
  FilesService,
  LiveService,
  NotesService,
  SignInMails,
  Rate,
  ReadRates,
  ReadersService,
  SiteReaders,
  SignInService,
  SyncService,
  WriteRates,
} from '@notegraph/service'
import type { Store } from '@notegraph/store'
import type { WebDeps } from '@notegraph/web'
import type { Context } from 'hono'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { SiteHosts } from '../site-hosts.ts'
import type { AuthorizationServer } from '../oauth/authorization-server.ts'
import type { ResponseMemory } from './response-memory.ts'

/** Objects of the Node server that belong to a request; absent if a test calls the app directly. */
export interface Bindings {
  readonly incoming?: {
    readonly url?: string | undefined
    readonly socket?: { readonly remoteAddress?: string | undefined }
  }
  readonly outgoing?: { readonly destroy: () => unknown }
}
/** The Hono environment of every route. */
export type Env = { Bindings: Bindings }
/** The context of pages. They report errors as HTML pages. */
export type PageEnv = {
  Bindings: Bindings & {
    /** Logs an error. @returns the id of the request */
    readonly onFailure: (error: unknown) => string
    /** The address that the request counts for. */
    readonly address: string
    /** The methods that the path accepts; empty if it accepts all. */
    readonly takes: readonly string[]
  }
}
export type Ctx = Context<Env>

/** The services and state that routes use; `makeDeps` builds them. */
export interface Deps extends WebDeps {
  readonly store: Store
  readonly audit: AuditLog
  readonly notes: NotesService
  readonly signInMails: SignInMails
  /** The commit that the program was built from. */
  readonly build?: string | undefined
  /** Whether the lines of requests have the address of the caller. */
  readonly logAddresses?: boolean | undefined
  /** Shared pages, for their readers. */
  readonly readers: ReadersService
  /** Published sites, for their readers. */
  readonly siteReaders: SiteReaders
  /** The names of sites; undefined if sites answer at the server's address only. */
  readonly siteHosts?: SiteHosts | undefined
  /** The rate of readers' requests, by address. */
  readonly readerRequests: Rate
  /** The rate of passwords for shared pages, by address. */
  readonly sharePasswords: Rate
  readonly files: FilesService
  readonly sync: SyncService
  /** The callers that stay connected. */
  readonly live: LiveService
  /** The issuer and keys of the server's own agent; undefined without one. */
  readonly agent?: Agent | undefined
  /** The billing service's secrets; undefined without one. */
  readonly billing?: Billing | undefined
  /** Lets apps connect by signing in; undefined unless the setting asks for it. */
  readonly authorization?: AuthorizationServer | undefined
  /** The rate of registrations of apps, by address. */
  readonly appRegistrations: Rate
  /** The rate of requests of apps for access, by address. */
  readonly appRequests: Rate
  /** Signs browsers in and out. */
  readonly signIn: SignInService
  /** The rate of page requests, by address. */
  readonly pageRequests: Rate
  /** The rate of forms that come back beyond that rate, by address. */
  readonly formsAgain: Rate
  /** The rate of sign-in steps, by address. */
  readonly signIns: Rate
  /** Wrong codes of an address. */
  readonly wrongCodes: Rate
  /** The memory of unread answers, by account. */
  readonly responseMemory: ResponseMemory
  /** The rate of requests, by address. */
  readonly requests: Rate
  /** The rate of device requests (files and sync), by address. */
  readonly deviceRequests: Rate
  /** The rates of reads, by token and by account; shared with MCP. */
  readonly readRates: ReadRates
  /** The rates of writes, by token and by address; shared with MCP. */
  readonly writeRates: WriteRates
  readonly log: Log
  /** Undefined if nothing is measured. */
  readonly metrics?: Metrics | undefined
  /** Undefined if nothing is traced. */
  readonly tracing?: Tracing | undefined
  /** Returns the address that a request counts for. @see addressReader */
  readonly addressOf: (socketAddress: string | undefined, forwardedFor: string | undefined) => string
}
