/** A server in a process that can be killed, with an account of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'

const CLI = join(import.meta.dirname, '../../apps/cli/src/main.ts')

export interface Server {
  readonly origin: string
  readonly url: string
  kill(): Promise<void>
}
export interface Secrets {
  readonly token: string
  readonly session: string
}

export async function makeAccount(folder: string): Promise<Secrets> {
  const store = openSqlite(folder)
  const operators = operator(store, openDiskBlobs(join(folder, 'files')), Date.now)
  await operators.createAccount('crash', {})
  const { token } = await operators.createToken('crash', { name: 'crash', scope: 'write' })
  const { session } = await operators.createSession('crash', { device: 'crash' })
  await store.close()
  return { token, session }
}

/** The problems of the store. */
export async function check(folder: string): Promise<string[]> {
  const store = openSqlite(folder)
  const problems = await store.graph('crash').maintenance.check()
  await store.close()
  return problems
}

/** Each start has a port of its own. */
export async function start(folder: string): Promise<Server> {
  const child = spawn(process.execPath, ['--conditions=source', CLI, 'serve', '--json'], {
    env: {
      PATH: process.env['PATH'],
      NOTEGRAPH_DATA: folder,
      NOTEGRAPH_PORT: '0',
      NOTEGRAPH_LOG_LEVEL: 'warn',
      NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
      NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
      NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
      NOTEGRAPH_REVERTIBLE_CHANGES: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { baseUrl } = JSON.parse(line.toString()) as { baseUrl: string }
  return {
    origin: baseUrl,
    url: `${baseUrl}/api/v1`,
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
