/** The measured servers, in a process of their own, on generated notes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { importFolder, operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { generatedFolder } from './generated-folder.ts'

/** Creates an account with generated blocks and pages. @returns its token */
export async function fill(folder: string, pages: number, blocks: number = 100_000): Promise<string> {
  const store = openSqlite(folder)
  const blobs = openDiskBlobs(join(folder, 'files'))
  const operators = operator(store, blobs, Date.now)
  await operators.createAccount('bench', {})
  const account = await operators.account('bench')
  const made = await importFolder(store, blobs, account, generatedFolder(blocks, pages), { now: Date.now() })
  if (!made.ok) throw new Error(made.why)
  const { token } = await operators.createToken('bench', { name: 'bench', scope: 'read' })
  await store.close()
  return token
}

export interface Server {
  readonly api: number
  readonly floor: number
  stop(): Promise<void>
}

export async function start(folder: string, floorPath: string | undefined): Promise<Server> {
  const args = ['--conditions=notegraph', '--expose-gc', join(import.meta.dirname, 'server.ts'), folder]
  const child = spawn(process.execPath, floorPath === undefined ? args : [...args, floorPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const ports = JSON.parse(line.toString()) as { api: number; floor: number }
  return {
    ...ports,
    async stop() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
