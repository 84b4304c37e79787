/** The memory and descriptors of a server that nobody uses. It is the built program, since Node's compiler needs memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const CLI = join(import.meta.dirname, '../../apps/cli/dist/main.js')

/** How long the server rests before it is measured, in milliseconds. */
const REST = 2_000

export interface IdleServer {
  readonly descriptors: number
  readonly memoryMb: number
}

/** Starts a server over a data folder, and measures it. */
export async function measureIdle(env: NodeJS.ProcessEnv): Promise<IdleServer> {
  const child = spawn(process.execPath, [CLI, 'serve', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const gone = once(child, 'exit')
  try {
    await Promise.race([once(child.stdout, 'data'), gone])
    await setTimeout(REST)
    const folder = `/proc/${child.pid}`
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(join(folder, 'status'), 'utf8'))!
    return { memoryMb: Number(kilobytes) / 2 ** 10, descriptors: readdirSync(join(folder, 'fd')).length }
  } finally {
    child.kill()
    await gone
  }
}
