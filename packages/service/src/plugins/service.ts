/**
 * Plug-ins for their owner: looks at manifests, installs, lists and stops. The account agrees to the terms that it saw, and
 * a changed manifest has no effect before it agrees again. A plug-in of another account is treated as missing.
 * @see events 5
 */
import {
  LIMITS,
  type InstallPlugin,
  type LookAtPlugin,
  type Plugin as Shown,
  type PluginOffer,
} from '@notegraph/contract'
import type { Account, ConnectedApp, Plugin, Store, Webhook } from '@notegraph/store'
import { BROWSER, zoneOf, type Caller } from '../access.ts'
import { planAt } from '../plan.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { closeUnused } from '../webhooks/close-unused.ts'
import { newWebhook } from '../webhooks/new-webhook.ts'
import { NO_FILTER, readFilter } from '../webhooks/read-filter.ts'
import type { WriteService } from '../write/service.ts'
import { changesIn, readTerms, unusable, versionOf, type AddressFault, type Terms } from './terms.ts'
import { checkTypePages, writeTypePages } from './type-pages.ts'

interface ListWindow {
  readonly limit: number
  readonly offset: number
}

/** A fetched manifest: its JSON, or why it cannot be used, in a sentence. */
export type FetchedManifest = { readonly document: unknown } | { readonly fault: string }

/** The authorization server for plug-ins; missing if no app can connect. */
export interface PluginHost {
  /** Fetches a manifest for an account, and checks it as the metadata document of an app. */
  fetchManifest(url: string, accountId: string): Promise<FetchedManifest>
  /** Lets the program of an installed plug-in connect. */
  admit(url: string, document: unknown): Promise<void>
}

/** The plug-ins of accounts. */
export interface PluginsService {
  /** Whether programs can be installed on this server. */
  readonly areOn: boolean
  /** Newest first. */
  list(account: Account, window: ListWindow): Promise<{ plugins: Shown[]; total: number }>
  /** @returns 404 if the account has no such plug-in */
  read(account: Account, id: string): Promise<Result<Shown>>
  /** Fetches a manifest. @returns 400 for one that cannot be used */
  look(account: Account, body: LookAtPlugin): Promise<Result<PluginOffer>>
  /**
   * Installs a plug-in, or agrees to its changed manifest.
   * @returns 400 as `look`, or the refusal of a write. 409 if the manifest changed since, a name is taken, or the account
   *   has the most plug-ins or webhooks.
   */
  install(account: Account, body: InstallPlugin): Promise<Result<Shown>>
  /** Ends a plug-in at once. @returns 404 if the account has no such plug-in */
  stop(account: Account, id: string): Promise<Result<Shown>>
}

/** The parts that the service needs. */
export interface PluginsDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns a new random UUID. */
  readonly newId: () => string
  readonly writes: WriteService
  readonly addressFault: AddressFault
  readonly host?: PluginHost | undefined
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const plugins = pluginsService(store, { clock: Date.now, newId: randomUUID, writes, addressFault, host })
 * ```
 */
export function pluginsService(store: Store, deps: PluginsDeps): PluginsService {
  const { clock, newId, writes, addressFault, host } = deps

  async function shown(plugin: Plugin): Promise<Shown> {
    const { accountId, webhookId } = plugin
    const webhook = webhookId !== undefined && (await store.webhooks.find(accountId, webhookId))
    const apps = await store.connectedApps.list(accountId, clock())
    return viewOf(plugin, webhook ? webhookId : undefined, apps)
  }

  /** Refuses everything in a manifest that could be refused later, before anything is written. */
  async function offered(
    { id }: Account,
    url: string,
  ): Promise<Result<{ readonly terms: Terms; readonly document: unknown }>> {
    if (!host) return refuse({ code: 'conflict', why: 'plugins_off' })
    const address = addressFault('url', url)
    if (address !== undefined) return refuse({ code: 'bad_request', error: address })
    const fetched = await host.fetchManifest(url, id)
    if ('fault' in fetched) return unusable(fetched.fault)
    const terms = readTerms(fetched.document, url, addressFault)
    if (!terms.ok) return terms
    const filter = await readFilter(store.graph(id), NO_FILTER, terms.value.events ?? {})
    return filter.ok ? ok({ terms: terms.value, document: fetched.document }) : filter
  }

  /** The webhook for the terms. One that the plug-in has stays, with its secret. */
  async function webhookFor(
    account: Account,
    { events }: Terms,
    held: Plugin | undefined,
  ): Promise<Result<Webhook | undefined>> {
    if (!events) return ok(undefined)
    const made = await newWebhook(store, account.id, events, clock())
    if (!made.ok || held?.webhookId === undefined) return made
    return ok({ ...made.value, id: held.webhookId })
  }

  /** Checks all that can be refused before the first write. */
  async function mayInstall(account: Account, terms: Terms, held: Plugin | undefined): Promise<Result<void>> {
    const { id } = account
    const installed = await store.plugins.list(id)
    if (!held && installed.length >= LIMITS.plugins) return refuse({ code: 'conflict', why: 'plugins_full' })
    const webhooks = await store.webhooks.list(id)
    const hasWebhook = webhooks.some((webhook) => webhook.id === held?.webhookId)
    if (terms.events && !hasWebhook && webhooks.length >= LIMITS.webhooks)
      return refuse({ code: 'conflict', why: 'webhooks_full' })
    const others = installed.filter((plugin) => plugin.id !== held?.id)
    return checkTypePages(
      store.graph(id),
      terms.pageTypes,
      others.flatMap((plugin) => termsIn(plugin).pageTypes),
    )
  }

  return {
    areOn: host !== undefined,

    async list({ id }, { limit, offset }) {
      const all = (await store.plugins.list(id)).toReversed()
      const part = all.slice(offset, offset + limit)
      return { plugins: await Promise.all(part.map(shown)), total: all.length }
    },

    async read(account, id) {
      const found = await store.plugins.find(account.id, id)
      return found ? ok(await shown(found)) : NONE
    },

    async look(account, { url }) {
      const now = await offered(account, url)
      if (!now.ok) return now
      const { terms } = now.value
      const held = await store.plugins.findByUrl(account.id, url)
      const version = versionOf(terms)
      return ok({
        ...terms,
        version,
        ...(held && { installed: held.id, changes: changesIn(termsIn(held), terms) }),
      })
    },

    async install(account, { url, version }) {
      const now = await offered(account, url)
      if (!now.ok) return now
      const { terms, document } = now.value
      if (versionOf(terms) !== version) return refuse({ code: 'conflict', why: 'manifest_changed' })
      const caller = ownerOf(account, clock())
      if (!caller.ok) return caller
      const held = await store.plugins.findByUrl(account.id, url)
      const may = await mayInstall(account, terms, held)
      if (!may.ok) return may
      const types = await writeTypePages(store.graph(account.id), writes, caller.value, terms.pageTypes)
      if (!types.ok) return types
      const webhook = await webhookFor(account, terms, held)
      if (!webhook.ok) return webhook
      const agreedAt = clock()
      const plugin: Plugin = {
        id: held?.id ?? newId(),
        accountId: account.id,
        url,
        manifest: JSON.stringify(terms),
        ...(webhook.value && { webhookId: webhook.value.id }),
        createdAt: held?.createdAt ?? agreedAt,
        agreedAt,
      }
      const limits = { plugins: LIMITS.plugins, webhooks: LIMITS.webhooks, scope: terms.scope }
      const put = await store.plugins.put(plugin, webhook.value, limits)
      if (put !== 'written') {
        await closeUnused(store, account.id)
        return refuse({ code: 'conflict', why: put === 'refused' ? 'meanwhile' : put })
      }
      await host!.admit(url, document)
      // Another webhook may have been deleted meanwhile, and have closed the outbox; or this one was the last.
      if (webhook.value) await store.graph(account.id).outbox.open()
      else await closeUnused(store, account.id)
      return ok(await shown(plugin))
    },

    async stop(account, id) {
      const removed = await store.plugins.remove(account.id, id)
      if (!removed) return NONE
      await closeUnused(store, account.id)
      return ok(viewOf(removed, undefined, []))
    },
  }
}

const NONE = refuse({ code: 'not_found', what: 'plugin' })

const termsIn = ({ manifest }: Plugin): Terms => JSON.parse(manifest) as Terms

function viewOf(plugin: Plugin, webhook: string | undefined, apps: readonly ConnectedApp[]): Shown {
  const { id, url, createdAt, agreedAt } = plugin
  const own = apps.filter(({ clientId }) => clientId === url)
  const uses = own.flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
  return {
    id,
    ...termsIn(plugin),
    ...(webhook !== undefined && { webhook }),
    connected: own.length > 0,
    ...(uses.length > 0 && { lastUsedAt: Math.max(...uses) }),
    createdAt,
    agreedAt,
  }
}

/** The owner writes the pages of types. @returns 402 without a plan */
function ownerOf(account: Account, now: number): Result<Caller> {
  const plan = planAt(account, now)
  if (plan !== 'active') return refuse({ code: 'payment_required', ...(plan === 'grace' && { why: plan }) })
  const zone = zoneOf(account.zone)
  return ok({ account, plan, tokenId: BROWSER, tokenName: 'Browser', scope: 'write', zone })
}
