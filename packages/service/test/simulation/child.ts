/** Simulations in a process of their own, with a fault planted in it or without: modules are loaded once in each. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'

const file = (name: string): string => join(import.meta.dirname, name)

export interface Ended {
  /** 0 where nothing failed. */
  readonly code: number | null
  /** What it printed: each failing seed, shrunk, and how to replay it. */
  readonly told: string
}

/** @param args of `run.ts` @param fault the name of one to plant */
export async function simulations(args: readonly string[], fault?: string): Promise<Ended> {
  const plant = fault === undefined ? [] : ['--import', file('plant.ts')]
  const child = spawn(process.execPath, ['--conditions=source', ...plant, file('run.ts'), ...args], {
    env: { ...process.env, ...(fault !== undefined && { PLANTED_FAULT: fault }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, told: out + err }
}
