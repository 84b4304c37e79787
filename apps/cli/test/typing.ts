/** Runs commands in one environment, and returns their output. */
import { expect } from 'vitest'
import { run, type Ended, type Env } from './run.ts'

export interface Typing {
  readonly notegraph: (...args: string[]) => Promise<Ended>
  /** The value that `--json` prints: one line of JSON and no other output. */
  readonly json: (...args: string[]) => Promise<unknown>
  /** The one-line message of a failure. */
  readonly failure: (code: 1 | 2, ...args: string[]) => Promise<string>
}

export function typing(env: () => Env): Typing {
  const notegraph = (...args: string[]): Promise<Ended> => run(args, env())
  return {
    notegraph,
    async json(...args) {
      const { code, stdout, stderr } = await notegraph(...args, '--json')
      expect([stderr, code]).toEqual(['', 0])
      expect(stdout.trimEnd()).not.toContain('\n')
      return JSON.parse(stdout)
    },
    async failure(code, ...args) {
      const ended = await notegraph(...args)
      expect(ended).toMatchObject({ code, stdout: '' })
      expect(ended.stderr).toMatch(/^notegraph: .+\n$/)
      return ended.stderr
    },
  }
}
