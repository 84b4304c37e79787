/** Runs a program of another package, as a person does in a terminal. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'

const { resolve } = createRequire(import.meta.url)

/** The path of a file in a package, relative to its manifest. */
export const fileOf = (name: string, path: string): string =>
  join(dirname(resolve(`${name}/package.json`)), path)

export interface Ended {
  readonly code: number
  /** Standard output and error. */
  readonly text: string
}

export interface Program {
  readonly input: Writable
  /** Waits for words in the output. @returns the first match; it fails if the program ends without them */
  says(words: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<Ended>
  stop(): Promise<void>
}

/** Starts a file with Node. @param more variables of the environment in addition to `PATH` */
export function start(
  file: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Program {
  const env = { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', ...more }
  const child = spawn(process.execPath, [file, ...args], { env })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (const listen of listeners) listen()
    })
  const ended = once(child, 'close').then(([code]) => ({ code: (code as number | null) ?? -1, text }))

  return {
    input: child.stdin,
    ended,
    async says(words) {
      const said = new Promise<RegExpExecArray>((found) => {
        const listen = (): void => {
          const match = words.exec(text)
          if (!match) return
          listeners.delete(listen)
          found(match)
        }
        listeners.add(listen)
        listen()
      })
      const silent = ended.then(() => {
        throw new Error(`The program ended without ${String(words)}:\n${text}`)
      })
      return Promise.race([said, silent])
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** Runs a file to its end, without input. */
export async function run(
  file: string,
  args: readonly string[],
  more?: Readonly<Record<string, string>>,
): Promise<Ended> {
  const { input, ended } = start(file, args, more)
  input.end()
  return ended
}
