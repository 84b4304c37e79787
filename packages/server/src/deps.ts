/** The services that the routes stand on, over one store: one write path and one set of rates, whoever asks. */
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS, readLimit, RATE_WINDOW, type Rates } from '@notegraph/contract'
import { diskArchiveStaging, zipTarget, type Log, type Settings } from '@notegraph/host'
import {
  auditedChanges,
  auditedExports,
  auditedImports,
  auditedStore,
  auditLog,
  changesService,
  devicesService,
  exportsService,
  filesService,
  importerHere,
  importsService,
  notesReader,
  notesService,
  openBilling,
  rateLog,
  readRates,
  storageService,
  signInService,
  syncService,
  tokensService,
  writeRates,
  writeService,
  type AuditLog,
  type ImportEvent,
  type Importer,
  type ArchiveStaging,
  type Provider,
} from '@notegraph/service'
import type { Blobs } from '@notegraph/store'
import type { Deps } from './http/context.ts'
import { sessionOf } from './http/cookies.ts'
import { faultOf } from './http/log.ts'
import { noteCaller, requestContext } from './http/request-context.ts'
import { unreadAnswers, type UnreadLimits } from './http/response-memory.ts'

export interface DepsOptions extends Pick<
  Deps,
  'store' | 'agent' | 'log' | 'clock' | 'addressOf' | 'baseUrl'
> {
  /** Where people sign in; by links alone where it is left out. */
  readonly provider?: Provider | undefined
  readonly blobs: Blobs
  /** How much of what was asked for may stay unread, for tests. */
  readonly unread?: UnreadLimits
  /** Where archives come in; the machine's folder for what is needed for a while, where it is left out. */
  readonly incoming?: ArchiveStaging
  /** Minutes after which somebody signs in again before they make a secret or take their graph out; 0 never asks. */
  readonly signInAgainMinutes?: number
  /** What imports them; in the thread that serves, where it is left out. */
  readonly importer?: Importer
  /** What messages of the billing service are signed with; without one none is taken. */
  readonly billingSecrets?: readonly string[]
  /** As the operator set them. */
  readonly rates: Rates
  /** The service's own origin, whose file addresses no text may name; undefined on a port that is yet to be picked. */
  readonly origin: string | undefined
}

/** The rates as the settings say them. */
export const ratesOf = (settings: Settings): Rates => ({
  requestsPerAddress: settings.requestsPerMinute,
  writesPerToken: settings.writesPerMinuteToken,
  writesPerAddress: settings.writesPerMinuteAddress,
  reversibleChanges: settings.revertibleChanges,
})

export function makeDeps(options: DepsOptions): Deps {
  const {
    blobs,
    incoming = diskArchiveStaging(join(tmpdir(), 'notegraph-imports')),
    importer = importerHere(options.store, blobs),
    rates,
    origin,
    provider,
    unread,
    signInAgainMinutes = LIMITS.signInAgainMinutes,
    billingSecrets = [],
    ...given
  } = options
  const { clock, baseUrl, log } = given
  const audit = auditLog(given.store, {
    clock,
    source: requestContext,
    tell: ({ at: _at, ...line }) => log.info(line, 'audit'),
    failed: (error) => log.error({ fault: faultOf(error) }, 'the audit log cannot be written'),
  })
  const store = auditedStore(given.store, audit, clock)
  const { reversibleChanges } = rates
  const newId = () => randomUUID()
  const signIn = signInService(store, clock, provider, signInAgainMinutes * 60_000)
  return {
    ...given,
    store,
    audit,
    billing: billingSecrets.length > 0 ? openBilling(store, billingSecrets, clock) : undefined,
    notes: notesService(store, clock),
    reader: notesReader(store, clock),
    tokens: tokensService(store, { clock, newId }),
    devices: devicesService(store, clock),
    signIn,
    visitor: async (request) => {
      const visitor = await signIn.visitor(sessionOf(request, baseUrl()))
      if (visitor) noteCaller(visitor.account.id, 'browser')
      return visitor
    },
    browsers: signIn,
    writes: writeService(store, {
      clock,
      newId,
      reversibleChanges,
      ...(origin !== undefined && { origin }),
    }),
    changes: auditedChanges(changesService(store, { clock, newId }), audit),
    storage: storageService(store, blobs, clock),
    imports: auditedImports(
      importsService(store, {
        importer,
        incoming,
        clock,
        newId,
        tell: (event) => void tellImport(log, audit, event),
      }),
      audit,
    ),
    exports: auditedExports(
      exportsService(store, {
        blobs,
        archive: zipTarget,
        clock,
        ...(origin !== undefined && { origin }),
        tell: (event) => void tellExport(log, audit, event),
      }),
      audit,
    ),
    files: filesService(store, blobs, clock),
    sync: syncService(store, { clock, newId }),
    deviceRequests: rateLog(LIMITS.deviceRequestsPerAddress, RATE_WINDOW),
    pageRequests: rateLog(rates.requestsPerAddress === 0 ? 0 : LIMITS.pagesPerAddress, RATE_WINDOW),
    signIns: rateLog(LIMITS.signInsPerAddress, RATE_WINDOW),
    unread: unreadAnswers(unread),
    requests: rateLog(rates.requestsPerAddress, RATE_WINDOW),
    readRates: readRates(readLimit(rates, LIMITS.readsPerToken), readLimit(rates, LIMITS.readsPerAccount)),
    writeRates: writeRates(rates.writesPerToken, rates.writesPerAddress),
    reversibleChanges,
  }
}

async function tellImport(
  log: Log,
  audit: AuditLog,
  { account: id, state, error }: ImportEvent,
): Promise<void> {
  const account = await audit.accountTag(id)
  if (error === undefined) log.info({ account, state }, 'an import ended')
  else log.error({ account, fault: faultOf(error) }, 'an import failed')
}

async function tellExport(
  log: Log,
  audit: AuditLog,
  { account, error }: { readonly account: string; readonly error: unknown },
): Promise<void> {
  log.error({ account: await audit.accountTag(account), fault: faultOf(error) }, 'an export failed')
}
