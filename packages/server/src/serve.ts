/** Starts and stops the server of `npm start`. */
import { resolve as resolvePath } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  addressOf,
  makeLog,
  restrictDataAccess,
  noteServerAddress,
  openStore,
  warningsOf,
  type Log,
  type OpenStores,
  type Settings,
} from '@notegraph/host'
import {
  auditedStore,
  auditLog,
  makeSignInLink,
  openAgent,
  openProvider,
  type SendMail,
} from '@notegraph/service'
import type { Store } from '@notegraph/store'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { startReleaseTimer } from './release-timer.ts'
import { startSweepTimer } from './sweep-timer.ts'
import { messagePoster } from './webhooks/post-message.ts'
import { startDigestSender } from './digest/sender-timer.ts'
import { pushContact, webPushSender } from './digest/web-push.ts'
import { startWebhookSender } from './webhooks/sender-timer.ts'
import { connectPath } from '@notegraph/web'
import { makeDeps, ratesOf, type DepsOptions } from './deps.ts'
import { faultOf } from './http/log.ts'
import { documentFetcher } from './oauth/metadata-document.ts'
import { firstStart, OWN_ACCOUNT } from './first-start.ts'
import { startupMessage, secretLines } from './startup-message.ts'
import { addressReader } from './http/address.ts'
import type { Deps, Env } from './http/context.ts'
import { listen } from './listen.ts'
import { watchLoopDelay } from './loop-delay.ts'
import { startBackups } from './backup-timer.ts'
import { backupGauges, gaugesOf, releaseGauges, serveMetrics } from './metrics/serve-metrics.ts'
import { observedStore } from './observed-store.ts'
import { tracedImporter } from './tracing/traced-work.ts'
import type { Tracing } from './tracing/tracing.ts'
import { openDocuments, prepareLater } from './open-documents.ts'
import { nameResolver, type ResolveName } from './public-names.ts'
import { txtResolver } from './site-hosts.ts'

/** A running server and the credentials of its first start. */
export interface ServedApp {
  readonly baseUrl: string
  /** The address where the server listens, if people use another one. */
  readonly localUrl: string | undefined
  /** The address of the measurements, if the server measures. */
  readonly metricsUrl: string | undefined
  /** The token of the account that a first start created. */
  readonly token: string | undefined
  /** A link that signs in as `me` once, if there is no identity provider. */
  readonly signInLink: string | undefined
  /** Finishes requests in progress, then closes the store. */
  stop(): Promise<void>
}

/** Prints a line for people. A `secret` line contains a token or a sign-in link. */
export type Say = (line: string, kind: 'place' | 'secret' | 'warning') => void

/**
 * Milliseconds for which a start waits while permissions of a large data folder are restricted; the rest continues in
 * the background.
 */
const NARROWING = 1_000

/**
 * Starts the server and its background work.
 *
 * @throws {SettingError} if the port is taken or the data folder cannot be used
 * @example
 * ```ts
 * const served = await serve(readSettings(process.env), (line) => console.log(line))
 * await served.stop()
 * ```
 */
export async function serve(settings: Settings, say: Say): Promise<ServedApp> {
  const clock = () => Date.now()
  const log = makeLog(settings.logLevel)
  // Reading stored addresses requires the server's own address, and a free port is known only after listening.
  const app = Promise.withResolvers<Hono<Env>>()
  const fetch: Hono<Env>['fetch'] = async (request, env) => (await app.promise).fetch(request, env)
  const measuring = await serveMetrics(settings, log)
  const metrics = measuring?.metrics
  const server = await listen({ fetch }, settings, settings.port, log, { metrics }).catch(async (error) => {
    await measuring?.stop()
    throw error
  })
  const tracing = await openTracing(settings, log)
  const stopWatching = watchLoopDelay(log)
  const address = addressOf(settings.host, server.port)
  const baseUrl = settings.baseUrl ?? address
  const localUrl = baseUrl === address ? undefined : address
  const origin = new URL(baseUrl).origin
  let opened: OpenStores | undefined
  let deps: Deps | undefined
  const chores: (() => Promise<void>)[] = []
  let narrowing: Promise<void> | undefined
  const stopping = new AbortController()
  const stop = async (): Promise<void> => {
    stopping.abort()
    // Live streams never finish by themselves. Long work stops while requests in progress finish.
    deps?.live.stop()
    await Promise.all([
      server.stop(),
      narrowing,
      ...chores.map(async (end) => end()),
      deps?.imports.stop(),
      deps?.history.stop(),
    ])
    await opened?.store.close()
    await tracing?.stop()
    await measuring?.stop() // last, so that a scrape still sees a long stop
    stopWatching()
  }
  try {
    opened = await openStore({ ...settings, baseUrl })
    await noteServerAddress(settings.data, baseUrl)
    narrowing = narrow(settings, stopping.signal, say)
    await Promise.race([narrowing, delay(NARROWING, undefined, { ref: false })])
    const { blobs, retention, incoming } = opened
    const { commandLine } = settings
    const store = watched(opened.store, metrics, tracing)
    const resolve = nameResolver()
    const post = messagePoster({ resolve, ownHosts: settings.webhookHosts })
    const mail = settings.smtp && (await openMail(settings.smtp))
    const backups = settings.backups && startBackups({ ...settings, schedule: settings.backups, clock, log })
    if (backups) chores.push(backups.stop)
    const { releasesUrl: url } = settings
    const releases =
      url === undefined ? undefined : startReleaseTimer({ ...settings, url, clock, log, resolve })
    if (releases) chores.push(releases.stop)
    const importer = tracing ? tracedImporter(opened.importer, tracing) : opened.importer
    deps = makeDeps({
      store,
      blobs,
      incoming,
      importer,
      provider: settings.provider && (await openProvider(settings.provider, () => baseUrl)),
      openAuthorization: settings.oauth
        ? await authorizationOpener(settings, baseUrl, log, clock, resolve)
        : undefined,
      agent: settings.agent && (await openAgent(settings.agent)),
      billingSecrets: settings.billingSecrets,
      webhookHosts: settings.webhookHosts,
      siteHosts: settings.siteHosts.isOn
        ? { named: settings.siteHosts.named, resolve: txtResolver() }
        : undefined,
      post,
      mail,
      log,
      metrics,
      tracing,
      clock,
      addressOf: addressReader(settings.trustedProxies, (address) =>
        log.warn(
          `${address} sends X-Forwarded-For, which is ignored: all callers behind it share one address and its rates. If it is your proxy, add it to NOTEGRAPH_TRUSTED_PROXIES.`,
        ),
      ),
      baseUrl: () => baseUrl,
      rates: ratesOf(settings),
      signInAgainMinutes: settings.signInAgainMinutes,
      commandLine,
      origin,
      backups: backups?.state,
      release: releases?.state,
      build: settings.build,
      logAddresses: settings.logAddresses,
    })
    metrics?.addGauges(gaugesOf(opened.store, deps, settings.data))
    if (backups) metrics?.addGauges(backupGauges(backups.state, clock))
    if (releases) metrics?.addGauges(releaseGauges(releases.state))
    const documents = openDocuments(deps)
    app.resolve(createApp(deps, documents))
    // Events of the start itself go to the audit log only. The log begins after the addresses are printed.
    const own = auditedStore(store, auditLog(store, { clock }), clock)
    const first = await firstStart({ ...opened, store: own }, settings, clock)
    chores.push(
      prepareLater(documents),
      startSweepTimer(
        { store: deps.store, blobs, retention, clock, origin, historyDays: settings.historyDays },
        log,
        undefined,
        { metrics, tracing },
      ),
      startWebhookSender({ store, post, clock, origin, log, audit: deps.audit, metrics }),
      startDigestSender({
        store,
        mail,
        push: webPushSender(post, () => pushContact(baseUrl)),
        baseUrl: () => baseUrl,
        clock,
        log,
        audit: deps.audit,
        metrics,
      }),
    )
    const hasLink = settings.printSecrets && !settings.provider
    const path = hasLink ? await ownLink(own, clock()) : undefined
    const signInLink = path === undefined ? undefined : baseUrl + path
    const metricsUrl = measuring?.url
    const data = resolvePath(settings.data)
    const greeted = { ...first, baseUrl, localUrl, data, metricsUrl, signInLink, commandLine }
    for (const warning of warningsOf({ ...settings, baseUrl })) warn(say, warning)
    for (const line of startupMessage(greeted)) say(line, 'place')
    for (const line of secretLines(greeted)) say(line, 'secret')
    return { baseUrl, localUrl, metricsUrl, token: first.token, signInLink, stop }
  } catch (error) {
    app.promise.catch(() => {}) // earlier requests get an error
    app.reject(error)
    await stop()
    throw error
  }
}

/** Loads the library only if the setting asks for it. */
async function authorizationOpener(
  { webhookHosts: ownHosts }: Pick<Settings, 'webhookHosts'>,
  baseUrl: string,
  log: Log,
  clock: () => number,
  resolve: ResolveName,
): Promise<NonNullable<DepsOptions['openAuthorization']>> {
  const { openAuthorizationServer } = await import('./oauth/authorization-server.ts')
  return (store) =>
    openAuthorizationServer({
      store,
      clock,
      baseUrl,
      fetchDocument: documentFetcher({ resolve }),
      fetchManifest: documentFetcher({ resolve, ownHosts }),
      ownHosts,
      pageOf: connectPath,
      failed: (error) => log.error({ fault: faultOf(error) }, 'an authorization failed'),
    })
}

/** Loads the library only if the setting asks for it. */
async function openMail(smtp: NonNullable<Settings['smtp']>): Promise<SendMail> {
  const { smtpMail } = await import('./digest/smtp-mail.ts')
  return smtpMail(smtp)
}

/** The standard variables decide whether the library is loaded. */
async function openTracing({ tracing }: Settings, log: Log): Promise<Tracing | undefined> {
  if (!tracing) return undefined
  const { openTelemetry } = await import('./tracing/open-telemetry.ts')
  return openTelemetry(tracing, log)
}

/** The store with its calls measured and traced, as far as the settings ask for it. */
function watched(store: Store, ...observers: readonly (Pick<Tracing, 'storeCall'> | undefined)[]): Store {
  return observers.reduce<Store>(
    (inner, observer) =>
      observer ? observedStore(inner, (operation, call) => observer.storeCall(operation, call)) : inner,
    store,
  )
}

/** A sign-in link for the person at this machine, if there is no identity provider. @returns its path */
async function ownLink(store: Store, now: number): Promise<string | undefined> {
  if (!(await store.accounts.find(OWN_ACCOUNT))) return undefined
  return (await makeSignInLink(store, OWN_ACCOUNT, now)).path
}

const warn = (say: Say, warning: string): void => say(`notegraph: warning: ${warning}`, 'warning')

/** Removes access of other users that an older release or an operator left open. */
async function narrow(settings: Settings, signal: AbortSignal, say: Say): Promise<void> {
  const [first, ...more] = await restrictDataAccess(settings, signal)
  if (first === undefined) return
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  warn(
    say,
    `NOTEGRAPH_DATA: ${first}${others} is readable by others and belongs to another user. Change its owner.`,
  )
}
