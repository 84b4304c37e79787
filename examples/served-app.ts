/** A real server for the tests of examples, with the sample graph of a first start. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, readSettings } from '@notegraph/host'
import { serve } from '@notegraph/server'
import { operator, type Operator } from '@notegraph/service'

export interface ServedApp {
  readonly url: string
  /** Reads and writes the notes of the account `me`. */
  readonly token: string
  /** An unused link that signs a browser in as `me`. */
  readonly signInLink: string
  /** Runs operator commands while the server runs. */
  asOperator<T>(work: (operators: Operator) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** @param env settings in addition */
export async function startApp(env: Readonly<Record<string, string>> = {}): Promise<ServedApp> {
  const home = mkdtempSync(join(tmpdir(), 'notegraph-examples-'))
  const settings = readSettings({
    NOTEGRAPH_DATA: home,
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
    // Tests that poll would use up the rates on a slow machine.
    NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
    NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
    NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
    ...env,
  })
  const served = await serve(settings, () => {})
  return {
    url: served.baseUrl,
    token: served.token!,
    signInLink: served.signInLink!,
    async asOperator(work) {
      const { store, blobs } = await openStore(settings)
      try {
        return await work(operator(store, blobs, Date.now))
      } finally {
        await store.close()
      }
    },
    async stop() {
      await served.stop()
      rmSync(home, { recursive: true })
    },
  }
}
