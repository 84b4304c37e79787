/** The services of the routes, over one store. All callers share one write path and one set of rates. */
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS, readLimit, type Rates } from '@notegraph/contract'
import { diskArchiveStaging, zipTarget, type Log, type Settings } from '@notegraph/host'
import {
  accessMails,
  auditedChanges,
  auditedHistory,
  auditedExports,
  auditedImports,
  auditedStore,
  auditLog,
  calendarMoves,
  watchedImporter,
  changesService,
  connectedAppsService,
  devicesService,
  digestService,
  exporterHere,
  exportsService,
  filesService,
  importerHere,
  importsService,
  liveService,
  noticesService,
  passkeysService,
  peopleService,
  signInMails,
  pluginsService,
  notesReader,
  notesService,
  openBilling,
  ownAccountService,
  readRates,
  readersService,
  requestRate,
  sharesService,
  siteReaders,
  siteSets,
  historyService,
  sitesService,
  storageService,
  signInService,
  syncService,
  tokensService,
  webhooksService,
  writeRates,
  writeService,
  type AuditLog,
  type ImportEvent,
  type Importer,
  type ArchiveStaging,
  type PostMessage,
  type SendMail,
  type Provider,
} from '@notegraph/service'
import type { Blobs, Store } from '@notegraph/store'
import { siteArchives } from '@notegraph/web'
import type { Deps } from './http/context.ts'
import { siteHosts, type ResolveTxt } from './site-hosts.ts'
import { sessionOf, signedOutOf } from './http/cookies.ts'
import { accountHash, faultOf } from './http/log.ts'
import { noteCaller, requestContext } from './http/request-context.ts'
import type { AuthorizationServer } from './oauth/authorization-server.ts'
import { resourceOf } from './oauth/discovery.ts'
import { responseMemory, type UnreadLimits } from './http/response-memory.ts'
import { addressFault, messagePoster } from './webhooks/post-message.ts'
import { tracedExporter } from './tracing/traced-work.ts'

/** The options of `makeDeps`. */
export interface DepsOptions extends Pick<
  Deps,
  | 'store'
  | 'agent'
  | 'log'
  | 'clock'
  | 'addressOf'
  | 'baseUrl'
  | 'metrics'
  | 'tracing'
  | 'logAddresses'
  | 'backups'
  | 'release'
  | 'build'
> {
  /** The identity provider; without one, people sign in with links only. */
  readonly provider?: Provider | undefined
  readonly blobs: Blobs
  /** Limits of unread answers, for tests. */
  readonly unread?: UnreadLimits
  /** Stores uploaded archives; the default is the machine's temporary folder. */
  readonly incoming?: ArchiveStaging
  /** Minutes after which a person signs in again to create a secret or export the graph; 0 never asks. */
  readonly signInAgainMinutes?: number
  /** The command line as the operator calls it, for hints; the default is `notegraph`. */
  readonly commandLine?: string
  /** Runs imports; the default is the serving thread. */
  readonly importer?: Importer
  /** Secrets that sign messages of the billing service; without any, the server accepts no messages. */
  readonly billingSecrets?: readonly string[]
  /** Opens the authorization server of apps over the store; without it, apps need a token. */
  readonly openAuthorization?: ((store: Store) => AuthorizationServer) | undefined
  /** Hosts of webhooks that may be private and may use http. */
  readonly webhookHosts?: readonly string[]
  /** Names of sites; without it, sites answer at the server's address only. */
  readonly siteHosts?:
    { readonly named: Readonly<Record<string, string>>; readonly resolve: ResolveTxt } | undefined
  /** Posts messages to webhooks; the default connects to public addresses and to `webhookHosts`. */
  readonly post?: PostMessage
  /** Sends e-mail; without it, digests come by web push only. */
  readonly mail?: SendMail | undefined
  /** The rates from the settings. */
  readonly rates: Rates
  /** The server's own origin; texts may not contain addresses of its files. Undefined until a free port is picked. */
  readonly origin: string | undefined
}

/**
 * The rates from the settings.
 *
 * @example
 * ```ts
 * const rates = ratesOf(readSettings(process.env))
 * ```
 */
export const ratesOf = (settings: Settings): Rates => ({
  requestsPerAddress: settings.requestsPerMinute,
  writesPerToken: settings.writesPerMinuteToken,
  writesPerAddress: settings.writesPerMinuteAddress,
  revertibleChanges: settings.revertibleChanges,
})

/**
 * Builds the services of a server over one store.
 *
 * @example
 * ```ts
 * const app = createApp(makeDeps({ store, blobs, log, clock: Date.now, rates, origin, addressOf, baseUrl }))
 * ```
 */
export function makeDeps(options: DepsOptions): Deps {
  const {
    blobs,
    incoming = diskArchiveStaging(join(tmpdir(), 'notegraph-imports')),
    importer = importerHere(options.store, blobs),
    rates,
    origin,
    provider,
    unread,
    openAuthorization,
    signInAgainMinutes = LIMITS.signInAgainMinutes,
    billingSecrets = [],
    webhookHosts = [],
    mail,
    post = messagePoster({ ownHosts: webhookHosts }),
    commandLine = 'notegraph',
    ...given
  } = options
  const { clock, baseUrl, log, metrics, tracing } = given
  const tellAccess = accessMails(given.store, { mail, clock, baseUrl })
  const audit = auditLog(given.store, {
    clock,
    source: requestContext,
    onLine: ({ at: _at, ...line }) => log.info(line, 'audit'),
    onNoted: (note) => {
      tellAccess(note).catch((error: unknown) =>
        log.error({ fault: faultOf(error) }, 'an e-mail about new access failed'),
      )
    },
    failed: (error) => log.error({ fault: faultOf(error) }, 'the audit log cannot be written'),
  })
  const store = auditedStore(given.store, audit, clock)
  const { revertibleChanges } = rates
  const newId = randomUUID
  const authorization = openAuthorization?.(store)
  const exporter = exporterHere(store, blobs, origin)
  const sets = siteSets(store, clock, calendarMoves(store, audit, clock))
  const sitesForReaders = siteReaders(store, { blobs, clock, sets, ...(origin !== undefined && { origin }) })
  const exports = auditedExports(
    exportsService({
      exporter: tracing ? tracedExporter(exporter, tracing) : exporter,
      archive: zipTarget,
      clock,
      onFailure: ({ account, error }) => void logFailed(log, audit, account, error, 'an export failed'),
    }),
    audit,
  )
  const writes = writeService(store, {
    clock,
    newId,
    revertibleChanges,
    ...(origin !== undefined && { origin }),
  })
  const signIn = signInService(store, clock, provider, signInAgainMinutes * 60_000)
  /** A rate of addresses that an operator lifts together with the rate of requests. */
  const lifted = (name: string, limit: number) =>
    requestRate(store.rates, name, rates.requestsPerAddress === 0 ? 0 : limit)
  return {
    ...given,
    commandLine,
    store,
    audit,
    billing: billingSecrets.length > 0 ? openBilling(store, billingSecrets, clock) : undefined,
    notes: notesService(store, clock, origin),
    reader: notesReader(store, clock, origin),
    tokens: tokensService(store, { clock, newId }),
    devices: devicesService(store, clock),
    authorization,
    apps: authorization && {
      connected: connectedAppsService(store, clock),
      requests: authorization.requests,
      address: resourceOf(baseUrl()),
    },
    appRegistrations: lifted('app-registrations', LIMITS.appRegistrationsPerAddress),
    appRequests: lifted('app-requests', LIMITS.appRequestsPerAddress),
    signIn,
    visitor: async (request) => {
      const visitor = await signIn.visitor(sessionOf(request, baseUrl()), signedOutOf(request))
      if (visitor) noteCaller(visitor.account, 'browser')
      return visitor
    },
    browsers: signIn,
    passkeys: passkeysService(store, { clock, baseUrl }),
    writes,
    changes: auditedChanges(
      changesService(store, { clock, newId, ...(origin !== undefined && { origin }) }),
      audit,
    ),
    storage: storageService(store, blobs, clock),
    history: auditedHistory(
      historyService(store, {
        clock,
        newId,
        ...(origin !== undefined && { origin }),
        onFailure: (account, error) => void logFailed(log, audit, account, error, 'a restore failed'),
      }),
      audit,
    ),
    notices: noticesService(store, clock, sets, given.backups),
    ownAccount: ownAccountService(store, blobs, clock),
    signInMails: signInMails(store, { clock, baseUrl, mail }),
    people: peopleService(store, blobs, {
      clock,
      baseUrl,
      mail,
      acting: (admin) => noteCaller(admin, 'admin'),
    }),
    digest: digestService(store, {
      clock,
      baseUrl,
      mail,
      addressFault: addressFault('endpoint', webhookHosts),
    }),
    webhooks: webhooksService(store, { clock, post, addressFault: addressFault('url', webhookHosts) }),
    plugins: pluginsService(store, {
      clock,
      newId,
      writes,
      addressFault: (member, address) => addressFault(member, webhookHosts)(address),
      host: authorization?.plugins,
    }),
    shares: sharesService(store, { clock, baseUrl }),
    readers: readersService(store, { blobs, clock, sets, ...(origin !== undefined && { origin }) }),
    siteHosts:
      options.siteHosts && siteHosts(store, options.siteHosts.named, options.siteHosts.resolve, clock),
    sites: sitesService(store, {
      clock,
      baseUrl,
      sets,
      takesHosts: options.siteHosts !== undefined,
      ...(origin !== undefined && { origin }),
    }),
    siteReaders: sitesForReaders,
    siteArchives: siteArchives({ siteReaders: sitesForReaders, exports, blobs }),
    readerRequests: lifted('reader-requests', LIMITS.readersPerAddress),
    sharePasswords: requestRate(store.rates, 'share-passwords', LIMITS.sharePasswordsPerAddress),
    imports: auditedImports(
      importsService(store, {
        importer: watchedImporter(given.store, importer, audit, clock),
        incoming,
        ...(origin !== undefined && { origin }),
        clock,
        newId,
        onEvent: (event) => {
          metrics?.importEnded(event.state)
          void logImport(log, audit, event)
        },
      }),
      audit,
    ),
    exports,
    files: filesService(store, blobs, clock),
    sync: syncService(store, { clock, newId }),
    live: liveService(given.store, clock),
    deviceRequests: requestRate(store.rates, 'device-requests', LIMITS.deviceRequestsPerAddress),
    pageRequests: lifted('page-requests', LIMITS.pagesPerAddress),
    formsAgain: requestRate(store.rates, 'forms-again', LIMITS.formsAgainPerAddress),
    signIns: requestRate(store.rates, 'sign-ins', LIMITS.signInsPerAddress),
    wrongCodes: requestRate(store.rates, 'wrong-codes', LIMITS.wrongCodesPerAddress, 3_600_000),
    responseMemory: responseMemory(unread),
    requests: requestRate(store.rates, 'requests', rates.requestsPerAddress),
    readRates: readRates(
      store.rates,
      readLimit(rates, LIMITS.readsPerToken),
      readLimit(rates, LIMITS.readsPerAccount),
    ),
    writeRates: writeRates(store.rates, rates.writesPerToken, rates.writesPerAddress),
    revertibleChanges,
  }
}

async function logImport(
  log: Log,
  audit: AuditLog,
  { account: id, state, error }: ImportEvent,
): Promise<void> {
  const account = await accountHash(audit, id)
  if (error === undefined) log.info({ account, state }, 'an import ended')
  else log.error({ account, fault: faultOf(error) }, 'an import failed')
}

/** Logs work that failed in the background. */
async function logFailed(
  log: Log,
  audit: AuditLog,
  account: string,
  error: unknown,
  message: string,
): Promise<void> {
  log.error({ account: await accountHash(audit, account), fault: faultOf(error) }, message)
}
