/** Reads over HTTP, compared with a bare handler over the same rows. Another process loads both in turns. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageAnswer, PageList } from '@notegraph/contract'
import { makeFloor } from './floor.ts'
import { loadRatio } from './load.ts'
import type { Ratio } from './measure.ts'
import { fill, start } from './served.ts'

const TARGET = 0.8
const SECONDS = 2

export async function httpRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  try {
    const token = await fill(folder, 1_000)
    return await measured(folder, token)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measured(folder: string, token: string): Promise<Ratio[]> {
  const floorPath = join(folder, 'floor.sqlite')
  const headers = { authorization: `Bearer ${token}` }
  const page = '/api/v1/notes/pages/Page%20500'
  const pages = '/api/v1/notes/pages'

  // The floor's rows come from answers of the API, so that both give the same answers.
  const first = await start(folder, undefined)
  const get = async <T>(path: string): Promise<T> =>
    (await fetch(`http://127.0.0.1:${first.api}${path}`, { headers })).json() as Promise<T>
  makeFloor(floorPath, await get<PageAnswer>(page), await get<PageList>(pages))
  await first.stop()

  const server = await start(folder, floorPath)
  try {
    const api = `http://127.0.0.1:${server.api}`
    const floor = `http://127.0.0.1:${server.floor}`
    return [
      await against('a page of 100 blocks', `${api}${page}`, `${floor}/page`, headers),
      await against('1,000 pages', `${api}${pages}`, `${floor}/pages`, headers),
    ]
  } finally {
    await server.stop()
  }
}

async function against(
  what: string,
  url: string,
  floorUrl: string,
  headers: Record<string, string>,
): Promise<Ratio> {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([k, v]) => [k, sorted(v)]),
          )
        : value
  const [answer, floorAnswer] = await Promise.all(
    [url, floorUrl].map(async (one) => JSON.stringify(sorted(await (await fetch(one, { headers })).json()))),
  )
  if (answer !== floorAnswer) throw new Error(`${what}: the floor does not answer the same`)

  return {
    name: `HTTP: ${what}`,
    of: 'requests a second',
    to: 'a bare Hono handler, one SELECT, JSON.stringify',
    ratio: await loadRatio({ url, headers }, { url: floorUrl, headers }, SECONDS),
    target: TARGET,
  }
}
