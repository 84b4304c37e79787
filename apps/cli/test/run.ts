/** Runs the program in this process, or from source as a child process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { runCli } from '../src/run-cli.ts'

/** The program from source. */
export const MAIN: string = fileURLToPath(new URL('../src/main.ts', import.meta.url))

const { PATH = '', NODE_COMPILE_CACHE } = process.env

/** The environment of each child process. With compiled code at hand, a start takes a third of the processor time. */
export const CHILD_ENV: Env = { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Waits for a match in standard output; fails if the program ends without one. */
  said(pattern: RegExp): Promise<RegExpExecArray>
  /** The same for standard error. */
  whispered(pattern: RegExp): Promise<RegExpExecArray>
}

export type Env = Readonly<Record<string, string>>

/** @param options.keepInput whether standard input stays open for the test */
export function start(args: readonly string[], env: Env, options: { keepInput?: boolean } = {}): Started {
  const child = spawn(process.execPath, ['--conditions=notegraph', MAIN, ...args], {
    env: { ...CHILD_ENV, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  if (!options.keepInput) child.stdin.end()
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  const match = (stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(stream === 'stdout' ? stdout : stderr)
        if (found) resolve(found)
      }
      child[stream].on('data', look)
      look()
      void ended.then(({ code }) => reject(new Error(`it ended with ${code}: ${stdout}${stderr}`)))
    })
  return {
    child,
    ended,
    said: (pattern) => match('stdout', pattern),
    whispered: (pattern) => match('stderr', pattern),
  }
}

/**
 * Runs one command in this process, which saves the half second of a process start. Output goes to the result; the
 * environment is restored.
 */
export async function run(args: readonly string[], env: Env): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  const catching = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      written[stream] += String(chunk)
      return true
    })
  const spies = [catching('stdout'), catching('stderr')]
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    return { code: await runCli(args), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}
