import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A process that waits for its turn. */
export interface DyingProcess {
  begin(): void
  /** The exit code and the signal. */
  readonly ended: Promise<unknown[]>
}

/** Starts a script of this folder, which may kill itself once it has begun. */
export async function dyingProcess(script: string, args: readonly string[]): Promise<DyingProcess> {
  const file = join(import.meta.dirname, script)
  const child = spawn(process.execPath, ['--conditions=notegraph', file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  return { begin: () => void child.stdin.end(), ended }
}
