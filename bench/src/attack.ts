/**
 * No caller delays the others. Each attack runs against a server as `npm start` runs it, with its rates, while other
 * accounts read. Each row reports the processor time of the attack and the server's peak memory. It also reports the
 * longest and the 99th-percentile wait of the others, beside their waits without an attack.
 *
 * Everything stays on the loopback address, in a folder of its own, and ends by itself.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { makePage } from '@notegraph/graph'
import { operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { put, type Attack, type Surroundings } from './attacks/attack.ts'
import { ATTACKS } from './attacks/index.ts'
import type { Probe, Probed } from './attack-probe.ts'
import type { Use } from './attack-server.ts'
import { buildPackages } from './build.ts'
import type { Ratio } from './measure.ts'
import { blockOf } from './rows.ts'

/** The longest allowed wait of other accounts, in milliseconds. */
const LONGEST = 200
/** The most memory that the server may use, in bytes. */
const MEMORY = 600_000_000
/** Other accounts. Each reads about once a second, well within its rates. */
const OTHERS = 20
/** Milliseconds of quiet before an attack, of rest after it, and the time limit of an attack. */
const QUIET = 5_000
const REST = 2_000
const MOST = 120_000

/** @param only words in the names of the rows to run */
export async function attackRatios(only = ''): Promise<Ratio[]> {
  buildPackages()
  const ratios: Ratio[] = []
  for (const attack of ATTACKS)
    if (attack.name.toLowerCase().includes(only.toLowerCase())) ratios.push(...(await measured(attack)))
  return ratios
}

async function measured(attack: Attack): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-load-'))
  try {
    const made = await prepared(folder, attack)
    const around = await attack.surround?.(folder)
    try {
      const server = await started(folder, around)
      try {
        return await underAttack(attack, server, made, around)
      } finally {
        await server.stop()
      }
    } finally {
      await around?.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Made = Awaited<ReturnType<typeof prepared>>
type Server = Awaited<ReturnType<typeof started>>

async function prepared(folder: string, attack: Attack) {
  const store = openSqlite(folder)
  const operators = operator(store, openDiskBlobs(join(folder, 'files')), Date.now)
  await operators.createAccount('loud', {})
  await attack.prepare?.(store.graph('loud'))
  const { token } = await operators.createToken('loud', { name: 'load', scope: 'write', may: ['organize'] })
  const { session } = await operators.createSession('loud', { device: 'load' })
  await operators.createAccount('loud-too', {})
  const { session: otherSession } = await operators.createSession('loud-too', { device: 'load' })
  const { token: otherToken } = await operators.createToken('loud-too', { name: 'load', scope: 'write' })
  const tokens: string[] = []
  for (let n = 0; n < OTHERS; n++) {
    const id = `quiet-${n}`
    await operators.createAccount(id, {})
    tokens.push((await operators.createToken(id, { name: 'load', scope: 'read' })).token)
    const blocks = Array.from({ length: 20 }, (_, i) => blockOf(`b${i}`, 'quiet', `a few words, ${i}`, i, 1))
    await put(store.graph(id), [makePage({ id: 'quiet', name: 'Quiet', now: 1 }), ...blocks])
  }
  await store.close()
  return { token, session, otherSession, otherToken, tokens }
}

async function started(folder: string, around: Surroundings | undefined) {
  const child = fork(join(import.meta.dirname, 'attack-server.ts'), {
    execArgv: [], // the build, although this process runs the source
    ...(around && { execPath: around.execPath }),
    env: {
      ...process.env,
      NOTEGRAPH_DATA: folder,
      NOTEGRAPH_PORT: '0',
      NOTEGRAPH_TRUSTED_PROXIES: '127.0.0.1/32',
      NOTEGRAPH_FIRST_START: 'nothing',
      NOTEGRAPH_LOG_LEVEL: 'silent',
      ...around?.env,
    },
  })
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    async use(): Promise<Use> {
      child.send('use')
      const [use] = (await once(child, 'message')) as [Use]
      return use
    },
    async lookup(): Promise<number> {
      child.send('lookup')
      const [took] = (await once(child, 'message')) as [number]
      return took
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function underAttack(
  attack: Attack,
  server: Server,
  made: Made,
  around: Surroundings | undefined,
): Promise<Ratio[]> {
  const { url } = server
  const probe: Probe = { url, tokens: made.tokens }
  const others = new Worker(new URL('attack-probe.ts', import.meta.url), { workerData: probe })
  const seen = async (end = false): Promise<Probed> => {
    others.postMessage(end)
    return ((await once(others, 'message')) as [Probed])[0]
  }
  try {
    await wait(REST)
    await seen()
    await wait(QUIET)
    const quiet = await seen()
    const before = await server.use()
    const signal = AbortSignal.timeout(MOST)
    const { tokens: _, ...credentials } = made
    let isHeld = false
    const outcome = await attack
      .run({ ...credentials, url, signal, lookup: async () => server.lookup(), env: around?.env ?? {} })
      .catch((error: unknown) => {
        isHeld = !signal.aborted
        return isHeld ? (error as Error).message : `cut off: ${(error as Error).name}`
      })
    await wait(REST)
    const during = await seen(true)
    const after = await server.use()
    const use = { ...after, processor: after.processor - before.processor }
    return rows(attack, quiet, during, use, { outcome, isHeld })
  } finally {
    await others.terminate()
  }
}

/** @param isHeld whether the attack held up others in a way that their reads don't show */
function rows(
  attack: Attack,
  quiet: Probed,
  during: Probed,
  use: Use,
  { outcome, isHeld }: { readonly outcome: string; readonly isHeld: boolean },
): Ratio[] {
  const name = `load: ${attack.name}`
  const longest = Math.max(...during.waits)
  const ms = (time: number): string => `${time.toFixed(0)} ms`
  const failed = during.failed === 0 ? '' : `; ${during.failed} reads failed`
  return [
    {
      name,
      of: `${LONGEST} ms`,
      to: 'the longest wait of another account',
      ratio: during.failed > 0 || isHeld ? 0 : LONGEST / longest,
      target: 1,
      notes:
        `processor ${(use.processor / 1e6).toFixed(1)} s, ${ms(use.stretch / 1e3)} of it at a stretch; others: p99 ${ms(p99(during))}, longest ${ms(longest)}` +
        ` (quiet: p99 ${ms(p99(quiet))}, longest ${ms(Math.max(...quiet.waits))})${failed}; ${outcome}`,
    },
    {
      name: `${name}, memory`,
      of: `${MEMORY / 1e6} MB`,
      to: 'the memory of the server at the peak',
      ratio: MEMORY / use.peak,
      target: 1,
      notes: `${(use.peak / 1e6).toFixed(0)} MB`,
    },
  ]
}

const p99 = ({ waits }: Probed): number =>
  waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0
