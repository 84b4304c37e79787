/**
 * The most used paths of this checkout, compared with another revision. Two servers over copies of the same notes take
 * turns. The figure is processor time of the server for one answer, because that depends least on other programs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlockAnswer, PageList } from '@notegraph/contract'
import { PATHS, type Load, type Target } from './compare-paths.ts'
import { checkOut, commandOf, HERE, startCompared, type ComparedServer } from './compare-server.ts'
import { median, type Ratio } from './measure.ts'

export interface CompareOptions {
  /** A revision, or the folder of a checkout that is set up. */
  readonly base: string
  /** A folder of notes. */
  readonly graph: string
  /** Compares the paths whose names contain these words. */
  readonly only?: string | undefined
}

/** Many short turns, because other programs disturb for longer than one. */
const TURNS = 101
/** Milliseconds of processor time of a turn, about. */
const TURN = 15
/** Answers before the first turn, until the code is compiled. */
const WARM = 150
/** Tasks on today's page. */
const TASKS = 40
const BLOCKS = 50
/** Slower than the base by more than noise. */
const TARGET = 0.93

interface Side {
  readonly server: ComparedServer
  readonly target: Target
}

export async function compareRatios({ base, graph, only = '' }: CompareOptions): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  const { root, remove } = checkOut(base, folder)
  const sides: Side[] = []
  try {
    for (const [name, at] of [
      ['ours', HERE],
      ['theirs', root],
    ] as const) {
      const data = join(folder, name)
      // One revision may not open what the other wrote.
      commandOf(at, data, 'account', 'create', 'bench')
      commandOf(at, data, 'import', graph, '--account', 'bench')
      sides.push(await enter(at, data))
    }
    const [ours, theirs] = sides as [Side, Side]
    const ratios: Ratio[] = []
    for (const [name, load] of PATHS.filter(([name]) => name.includes(only)))
      ratios.push(await compared(name, load, ours, theirs, base))
    return ratios
  } finally {
    await Promise.all(sides.map(async ({ server }) => server.stop()))
    remove()
    rmSync(folder, { recursive: true })
  }
}

/** Creates the secrets of a copy, starts its server, and writes the blocks of today. */
async function enter(root: string, data: string): Promise<Side> {
  const own = ['--account', 'bench'] as const
  const { token } = commandOf<{ token: string }>(root, data, 'token', 'create', ...own, '--name', 'bench', '--scope', 'write') // prettier-ignore
  const { session } = commandOf<{ session: string }>(root, data, 'session', 'create', ...own, '--device', 'bench') // prettier-ignore
  const { link } = commandOf<{ link: string }>(root, data, 'sign-in-link', ...own)
  const server = await startCompared(root, data)
  const { url } = server
  const ask = async <T>(path: string, secret: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }) // prettier-ignore
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const signedIn = await fetch(url + new URL(link, url).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  const { pages } = await ask<PageList>('/api/v1/notes/pages', token)
  const distance = ({ counts }: PageList['pages'][number]) => Math.abs(counts.blocks - BLOCKS)
  const page = pages.toSorted((a, b) => distance(a) - distance(b))[0]!.name
  let added: BlockAnswer | undefined
  for (let n = 0; n < TASKS; n++)
    added = await ask<BlockAnswer>('/api/v1/notes/pages/today/blocks', token, { text: `TODO ask [[${page}]] about the **harbour** #plan ${n}` }) // prettier-ignore
  const { id: block, pageId: today } = added!.block
  const { epoch, cursor } = await head(async (query) => ask(`/api/sync${query}`, session))
  const word = page.split(' ')[0]!
  return { server, target: { url, token, session, cookie, page, word, block, today, epoch, cursor } }
}

/** Pulls everything, as a device does first. */
async function head(
  pull: (query: string) => Promise<{ epoch: number; cursor: string; more: boolean }>,
): Promise<{ epoch: number; cursor: string }> {
  let at = await pull('')
  while (at.more) at = await pull(`?cursor=${encodeURIComponent(at.cursor)}`)
  return at
}

async function compared(
  name: string,
  load: (target: Target) => Load,
  ours: Side,
  theirs: Side,
  base: string,
): Promise<Ratio> {
  const one = loader(ours, load)
  const other = loader(theirs, load)
  await one(WARM)
  const amount = Math.max(1, Math.round(TURN / (await other(WARM))))
  const ratios: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const isFirst = turn % 2 === 0 // neither side always comes first
    const [before, after] = isFirst ? [one, other] : [other, one]
    const costs = [await before(amount), await after(amount)] as const
    ratios.push(isFirst ? costs[1] / costs[0] : costs[0] / costs[1])
  }
  const sorted = ratios.toSorted((a, b) => a - b)
  const part = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(2)
  return {
    name,
    of: 'answers for the same processor time of the server',
    to: base,
    ratio: median(ratios),
    target: TARGET,
    notes: `half of ${TURNS} turns from ${part(0.25)} to ${part(0.75)}`,
  }
}

/** @returns a function that asks so many times, and returns milliseconds of processor time for one answer */
function loader(
  { server, target }: Side,
  load: (target: Target) => Load,
): (amount: number) => Promise<number> {
  const next = load(target)
  let n = 0
  return async (amount) => {
    const before = await server.cpu()
    for (let asked = 0; asked < amount; asked++) {
      const { path, ...init } = next(n++)
      const answer = await fetch(target.url + path, init)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    }
    return ((await server.cpu()) - before) / amount
  }
}
