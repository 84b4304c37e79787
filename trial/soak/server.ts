/** The server of a soak: a site of the trial with metrics, several accounts, and webhooks to this machine. */
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import type { StoreKind } from '../src/stores.ts'
import { checkStore, makeSite, type Secrets } from '../src/site.ts'

export interface Soaked {
  readonly pid: number
  readonly baseUrl: string
  readonly metricsUrl: string
  /** The data folder, with everything that the process writes. */
  readonly data: string
  /** The secrets of each account, by its id. */
  readonly accounts: ReadonlyMap<string, Secrets>
  /** The problems in the store of an account. The server may run. */
  check(account: string): Promise<readonly string[]>
  /** Ends the server as an operator does, and deletes its data. */
  stop(): Promise<void>
}

export interface SoakedOptions {
  readonly store: StoreKind
  readonly accounts: readonly string[]
  /** Host and port of the receiver of webhooks. */
  readonly receiver: string
}

export async function startSoaked({ store, accounts, receiver }: SoakedOptions): Promise<Soaked> {
  const site = await makeSite(store)
  const secrets = new Map<string, Secrets>()
  const opened = await openStore(readSettings(site.env))
  const operators = operator(opened.store, opened.blobs, Date.now)
  for (const id of accounts) {
    await operators.createAccount(id, {})
    const { token } = await operators.createToken(id, { name: 'Soak', scope: 'write' })
    const { session } = await operators.createSession(id, { device: 'Soak' })
    secrets.set(id, { token, session })
  }
  await opened.store.close()
  const server = await site.start({
    env: {
      NOTEGRAPH_METRICS_PORT: '0',
      NOTEGRAPH_WEBHOOK_HOSTS: receiver,
    },
  })
  // A soak that fails or is stopped must leave no server behind.
  process.once('exit', () => server.child.kill())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  return {
    pid: server.child.pid!,
    baseUrl: server.origin,
    metricsUrl: server.metrics!,
    data: site.data,
    accounts: secrets,
    check: async (account) => checkStore(site.env, account),
    async stop() {
      await site.end('SIGTERM')
      await site.close()
    },
  }
}
