/** The built server as a child process, which a fault may kill, trace or stop. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const CLI = join(import.meta.dirname, '../../apps/cli/dist/main.js')

export type Env = Readonly<Record<string, string>>

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The first output of a server. */
export interface Addresses {
  readonly baseUrl: string
  readonly metricsUrl?: string
}

export interface Launched {
  readonly child: ChildProcess
  /** The addresses of the server; rejects with its last words if it ends before it serves. */
  readonly ready: Promise<Addresses>
  readonly exit: Promise<Exit>
  /** The last lines on standard error. */
  readonly lastWords: () => string
}

export interface Server extends Launched {
  readonly origin: string
  /** The address of its metrics, if it has them. */
  readonly metrics: string | undefined
  /** Sends the signal, and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Exit>
}

/** @param through a program that runs the server, with its arguments, such as strace */
export function launch(args: readonly string[], env: Env, through: readonly string[] = []): Launched {
  const [program, ...rest] = [...through, process.execPath, CLI, ...args]
  const child = spawn(program!, rest, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-2_000)))
  const exit = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const ready = new Promise<Addresses>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const found = /^\{"baseUrl":.*$/m.exec(printed)
      if (found) resolve(JSON.parse(found[0]) as Addresses)
    })
    void exit.then(({ code, signal }) =>
      reject(new Error(`It ended with ${code ?? signal}: ${words.trim()}`)),
    )
  })
  ready.catch(() => {}) // a fault may end the server before anybody waits for it
  return { child, ready, exit, lastWords: () => words.trim() }
}

export async function startServer(env: Env, through?: readonly string[]): Promise<Server> {
  const launched = launch(['serve', '--json'], env, through)
  const { baseUrl, metricsUrl } = await launched.ready
  return {
    ...launched,
    origin: baseUrl,
    metrics: metricsUrl,
    async end(signal) {
      launched.child.kill(signal)
      return launched.exit
    },
  }
}

/** Runs a command of the program to its end. */
export async function command(args: readonly string[], env: Env): Promise<Exit & { readonly words: string }> {
  const { child, exit, lastWords } = launch(args, env)
  let printed = ''
  child.stdout!.on('data', (text: string) => (printed += text))
  return { ...(await exit), words: `${printed}${lastWords()}`.trim() }
}
