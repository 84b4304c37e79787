/** Load on a server from this process, by autocannon. */
import autocannon from 'autocannon'
import { median } from './measure.ts'

const TURNS = 5
const CONNECTIONS = 16

export interface Loaded {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests answered in so many seconds. Throws where one is not answered with 2xx. */
async function throughput({ url, headers = {} }: Loaded, seconds: number): Promise<number> {
  const run = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds })
  if (run.non2xx > 0 || run.errors > 0)
    throw new Error(`${url}: ${run.non2xx} refusals, ${run.errors} errors`)
  return run.requests.total
}

/** How many times as many requests a second one answers as the floor, the two taking turns, once both are warm. */
export async function loadRatio(one: Loaded, floor: Loaded, seconds: number): Promise<number> {
  await throughput(one, seconds)
  await throughput(floor, seconds)
  const ratios: number[] = []
  for (let turn = 0; turn < TURNS; turn++)
    ratios.push((await throughput(one, seconds)) / (await throughput(floor, seconds)))
  return median(ratios)
}
