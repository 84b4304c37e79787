/** Starting and stopping the server that `npm start` runs. */
import { addressOf, makeLog, noteServed, openStore, type Opened, type Settings } from '@notegraph/host'
import { makeSignInLink, openAgent, openBilling, openProvider } from '@notegraph/service'
import type { Store } from '@notegraph/store'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { startChores } from './chores.ts'
import { makeDeps, ratesOf } from './deps.ts'
import { firstStart, OWN_ACCOUNT } from './first-start.ts'
import { greeting } from './greeting.ts'
import { addressReader } from './http/address.ts'
import type { Deps, Env } from './http/context.ts'
import { listen } from './listen.ts'

export interface Served {
  readonly baseUrl: string
  /** Of the account that a first start made. */
  readonly token: string | undefined
  /** A link that signs in as `me` once, where there is no identity provider. */
  readonly signInLink: string | undefined
  /** Finishes what is in flight, then closes the store. */
  stop(): Promise<void>
}

/**
 * @param say prints the lines that greet a person
 * @throws {SettingError} when the port is taken or the data folder cannot be used
 */
export async function serve(settings: Settings, say: (line: string) => void): Promise<Served> {
  const clock = () => Date.now()
  const log = makeLog(settings.logLevel)
  // What is stored is read by the server's own address, and a port that is picked is known once it listens.
  const app = Promise.withResolvers<Hono<Env>>()
  const fetch: Hono<Env>['fetch'] = async (request, env) => (await app.promise).fetch(request, env)
  const server = await listen({ fetch }, settings, settings.port, log)
  const baseUrl = settings.baseUrl ?? addressOf(settings.host, server.port)
  const origin = new URL(baseUrl).origin
  let opened: Opened | undefined
  let deps: Deps | undefined
  let stopChores: (() => Promise<void>) | undefined
  const stop = async (): Promise<void> => {
    await server.stop()
    await stopChores?.()
    await deps?.imports.stop()
    await opened?.store.close()
  }
  try {
    opened = await openStore({ ...settings, baseUrl })
    await noteServed(settings.data, baseUrl)
    const { store, blobs, retention, incoming } = opened
    deps = makeDeps({
      store,
      blobs,
      incoming,
      provider: settings.provider && openProvider(settings.provider, () => baseUrl),
      agent: settings.agent && openAgent(settings.agent),
      billing:
        settings.billingSecrets.length > 0 ? openBilling(store, settings.billingSecrets, clock) : undefined,
      log,
      clock,
      addressOf: addressReader(settings.trustedProxies),
      baseUrl: () => baseUrl,
      rates: ratesOf(settings),
      origin,
    })
    app.resolve(createApp(deps))
    const token = await firstStart(opened, clock)
    stopChores = startChores({ store, blobs, retention, clock, origin }, log)
    const path = settings.provider ? undefined : await ownLink(store, clock())
    const signInLink = path === undefined ? undefined : baseUrl + path
    for (const line of greeting(baseUrl, { token, signInLink })) say(line)
    return { baseUrl, token, signInLink, stop }
  } catch (error) {
    app.promise.catch(() => {}) // whoever asked already is refused
    app.reject(error)
    await stop()
    throw error
  }
}

/** Without an identity provider, a link by which whoever reads what a start prints signs in. @returns its path */
async function ownLink(store: Store, now: number): Promise<string | undefined> {
  if (!(await store.accounts.find(OWN_ACCOUNT))) return undefined
  return (await makeSignInLink(store, OWN_ACCOUNT, now)).path
}
