/** The servers of a comparison: each is the `bench/src/server.ts` of its own checkout, on its own copy of the notes. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const HERE: string = join(import.meta.dirname, '../..')
const REPORTER = join(import.meta.dirname, 'report-cpu.ts')

/** Checks a revision out and sets it up. @param base a revision, or the folder of a checkout that is set up */
export function checkOut(
  base: string,
  folder: string,
): { readonly root: string; readonly remove: () => void } {
  if (existsSync(join(base, 'bench/main.ts'))) return { root: base, remove: () => {} }
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', HERE, 'worktree', ...args], { stdio: 'ignore' })
  const root = join(folder, 'base')
  git('add', '--detach', root, base)
  const remove = () => git('remove', '--force', root)
  try {
    execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), 'setup'], { stdio: 'inherit' })
    return { root, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Runs a command of the command line. @returns what it prints with `--json` */
export function commandOf<T>(root: string, data: string, ...args: string[]): T {
  const main = join(root, 'apps/cli/src/main.ts')
  const command = ['--conditions=notegraph', main, ...args, '--data', data, '--json']
  return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 2 ** 28 })) as T
}

export interface ComparedServer {
  readonly url: string
  /** Milliseconds of processor time of the process so far, with its threads. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** Starts the server of a checkout. */
export async function startCompared(root: string, data: string): Promise<ComparedServer> {
  const args = ['--conditions=notegraph', '--expose-gc', '--import', REPORTER]
  const child = spawn(process.execPath, [...args, join(root, 'bench/src/server.ts'), data], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const { api } = JSON.parse(line.toString()) as { api: number }
  return {
    url: `http://127.0.0.1:${api}`,
    async cpu() {
      child.send('cpu')
      const [milliseconds] = (await once(child, 'message')) as [number]
      return milliseconds
    },
    async stop() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
