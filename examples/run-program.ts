/** Runs an example as a process of its own, as a user would. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * @param program its path below `examples/`
 * @param env variables in addition to those of this process
 */
export const runProgram = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> =>
  new Promise((ended) => {
    const file = resolve(import.meta.dirname, program)
    const child = execFile(
      process.execPath,
      [file, ...args],
      { env: { ...process.env, ...env } },
      (_, stdout, stderr) => ended({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
