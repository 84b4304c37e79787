/** Loads a server from this process with autocannon. */
import autocannon from 'autocannon'
import { median } from './measure.ts'

const TURNS = 5
const CONNECTIONS = 16

export interface Loaded {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Counts the requests answered in a number of seconds. Throws if an answer is not 2xx. */
async function throughput({ url, headers = {} }: Loaded, seconds: number): Promise<number> {
  const run = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds })
  if (run.non2xx > 0 || run.errors > 0)
    throw new Error(`${url}: ${run.non2xx} refusals, ${run.errors} errors`)
  return run.requests.total
}

/** The ratio of requests per second to the floor. Both take turns after a warm-up. */
export async function loadRatio(one: Loaded, floor: Loaded, seconds: number): Promise<number> {
  await throughput(one, seconds)
  await throughput(floor, seconds)
  const ratios: number[] = []
  for (let turn = 0; turn < TURNS; turn++)
    ratios.push((await throughput(one, seconds)) / (await throughput(floor, seconds)))
  return median(ratios)
}
