/**
 * Many accounts on one server. A start finds 20,000 on disk, and the idle server is measured. Then 2,000 of them are read
 * and written in a row, with as many open graphs as a server allows. The bounds are amounts, so a ratio is the bound divided by the amount. Other users of a
 * machine lengthen stalls, so the stall of the client process is measured too.
 */
import { spawn } from 'node:child_process'
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { makePage } from '@notegraph/graph'
import { hashSecret, makeSecret, operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { graphFile, openSqlite } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'
import { measureIdle } from './idle-server.ts'
import type { Ratio } from './measure.ts'
import { blockOf } from './rows.ts'

const TOUCHED = 2_000
const ON_DISK = 20_000
const OPEN_GRAPHS = 200
const MOST = {
  /** Three for each open graph, and some for sockets and the process itself. */
  descriptors: 3 * OPEN_GRAPHS + 100,
  memoryMb: 700,
  stallMs: 200,
  startMs: 1_500,
  idleMemoryMb: 150,
  /** None of a graph: the accounts, sockets and the process itself. */
  idleDescriptors: 100,
}
/** Accounts that are requested at the same time. */
const AT_ONCE = 4
/** The store closes an eighth of its graphs at once, and sockets open and close between two measurements. */
const VARYING = (3 * OPEN_GRAPHS) / 8 + 2 * AT_ONCE
const TEMPLATE = 'template'
const PAGE = 'Notes'

interface Measured {
  readonly descriptors: number
  readonly memoryMb: number
  readonly stallMs: number
}

export async function accountsRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  try {
    const ids = Array.from({ length: ON_DISK }, (_, n) => `account-${n}`)
    const tokens = await fill(folder, ids)
    const idle = await measureIdle(envOf(folder))
    const { half, measured, startMs, ownStallMs } = await touch(folder, tokens)
    const notes = `${TOUCHED} accounts, ${AT_ONCE} at a time, ${OPEN_GRAPHS} graphs open; a read and a write each`
    return [
      bounded('descriptors', measured.descriptors, MOST.descriptors, notes),
      bounded('memory in MB', measured.memoryMb, MOST.memoryMb, notes),
      bounded(
        'longest stall in ms',
        measured.stallMs,
        MOST.stallMs,
        `${notes}; this process, which only asks, stalled for ${ownStallMs.toFixed(0)} ms meanwhile`,
      ),
      bounded(
        'descriptors, compared with those after half of the accounts',
        measured.descriptors,
        half.descriptors + VARYING,
        notes,
      ),
      bounded('start in ms', startMs, MOST.startMs, `${ON_DISK} accounts on disk`),
      bounded(
        'idle memory in MB',
        idle.memoryMb,
        MOST.idleMemoryMb,
        `${ON_DISK} accounts on disk, none used`,
      ),
      bounded(
        'idle descriptors',
        idle.descriptors,
        MOST.idleDescriptors,
        `${ON_DISK} accounts on disk, none used`,
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const bounded = (what: string, is: number, most: number, notes: string): Ratio => ({
  name: `Accounts: ${what}`,
  of: is.toFixed(0),
  to: `at most ${most}`,
  ratio: most / is,
  target: 1,
  notes,
})

/**
 * Creates the accounts. Graphs that the run opens are copies of one; the others are links to it, because a start opens
 * none. @returns tokens
 */
async function fill(folder: string, ids: readonly string[]): Promise<string[]> {
  const store = openSqlite(folder)
  const operators = operator(store, openDiskBlobs(join(folder, 'files')), Date.now)
  await operators.createAccount(TEMPLATE, {})
  const page = makePage({ id: 'page', name: PAGE, now: 1 })
  const blocks = Array.from({ length: 100 }, (_, n) =>
    blockOf(`block-${n}`, 'page', `TODO line ${n} of [[${PAGE}]]`, n, 1),
  )
  await store
    .graph(TEMPLATE)
    .commits.commit({ puts: [page, ...blocks].map((record) => ({ record, from: 0 })) })
  await store.close()
  const db = new Database(join(folder, 'accounts.sqlite'))
  const copy = db.prepare(
    `INSERT INTO account (id, plan, ended_at, allowed, zone, quota, created_at)
     SELECT ?, plan, ended_at, allowed, zone, quota, created_at FROM account WHERE id = '${TEMPLATE}'`,
  )
  const addToken = db.prepare(
    "INSERT INTO token (id, account_id, hash, name, scope, created_at) VALUES (?, ?, ?, 'bench', 'write', 1)",
  )
  const tokens = ids.slice(0, TOUCHED).map(() => makeSecret('ngp_'))
  // One transaction: each waits for the disk.
  db.transaction(() => {
    for (const id of ids) copy.run(id)
    for (const [n, token] of tokens.entries()) addToken.run(`token-${n}`, ids[n], hashSecret(token))
  })()
  db.close()
  const template = graphFile(folder, TEMPLATE)
  ids.forEach((id, n) => {
    const path = graphFile(folder, id)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (n < TOUCHED) copyFileSync(template, path)
    else linkSync(template, path)
  })
  return tokens
}

const envOf = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NOTEGRAPH_DATA: folder,
  NOTEGRAPH_PORT: '0',
  NOTEGRAPH_LOG_LEVEL: 'error',
  NOTEGRAPH_OPEN_GRAPHS: String(OPEN_GRAPHS),
  NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
})

async function touch(
  folder: string,
  tokens: readonly string[],
): Promise<{ half: Measured; measured: Measured; startMs: number; ownStallMs: number }> {
  const child = spawn(
    process.execPath,
    ['--conditions=notegraph', join(import.meta.dirname, 'accounts-server.ts')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: envOf(folder),
    },
  )
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const next = async <T>(): Promise<T> => JSON.parse((await lines.next()).value ?? 'null') as T
    const { url, startMs } = await next<{ url: string; startMs: number }>()
    const measure = async (): Promise<Measured> => {
      child.stdin.write('measure\n')
      return next<Measured>()
    }
    child.stdin.write('begin\n')
    await next()
    const own = monitorEventLoopDelay({ resolution: 5 })
    own.enable()
    const touchAll = async (left: string[]) =>
      Promise.all(Array.from({ length: AT_ONCE }, async () => drain(url, left)))
    await touchAll(tokens.slice(0, TOUCHED / 2))
    const half = await measure()
    await touchAll(tokens.slice(TOUCHED / 2))
    own.disable()
    return { half, measured: await measure(), startMs, ownStallMs: own.max / 1e6 }
  } finally {
    child.stdin.end()
    await new Promise((resolve) => void child.once('exit', resolve))
  }
}

/** Reads a page and writes a block, one account after the other. */
async function drain(url: string, left: string[]): Promise<void> {
  for (let token = left.pop(); token !== undefined; token = left.pop()) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const page = `${url}/api/v1/notes/pages/${PAGE}`
    const body = JSON.stringify({ text: 'one more line' })
    for (const request of [
      async () => fetch(page, { headers }),
      async () => fetch(`${page}/blocks`, { method: 'POST', headers, body }),
    ]) {
      const response = await request()
      const text = await response.text()
      if (!response.ok) throw new Error(`accounts: ${response.status} ${text}`)
    }
  }
}
