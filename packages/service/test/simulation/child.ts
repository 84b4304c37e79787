/**
 * Runs simulations and tests in processes of their own, with or without a planted fault, because a process loads its
 * modules once.
 */
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PROJECT, type Fault, type NamedTest } from './faults.ts'

const file = (name: string): string => join(import.meta.dirname, name)
const VITEST = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs')

export interface Ended {
  /** 0 if nothing failed. */
  readonly code: number | null
  /** Its output: each failing seed, shrunk, with the command that replays it. */
  readonly output: string
}

/** @param args arguments of `run.ts` */
export async function simulations(args: readonly string[], fault?: Fault): Promise<Ended> {
  const plant = fault === undefined ? [] : ['--import', file('plant.ts')]
  return run(['--conditions=source', ...plant, file('run.ts'), ...args], fault)
}

/** Runs test files. @param name of the only test to run */
export async function tests(files: readonly string[], fault: Fault, name?: string): Promise<Ended> {
  const only = name === undefined ? [] : ['--testNamePattern', `^${name.replaceAll(/[^\w ]/g, '\\$&')}$`]
  const config = join(PROJECT, 'vitest.planted.config.ts')
  return run([VITEST, 'run', '--config', config, '--project', 'embedded', ...only, ...files], fault)
}

export const namedTest = async (test: NamedTest, fault: Fault): Promise<Ended> =>
  tests([test.file], fault, test.name)

async function run(args: readonly string[], fault: Fault | undefined): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    env: {
      ...process.env,
      NO_COLOR: '1',
      // Half of the time of one seed is loading code.
      NODE_COMPILE_CACHE: join(tmpdir(), 'notegraph-simulation'),
      ...(fault && { PLANTED_FAULT: JSON.stringify(fault) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output: out + err }
}
