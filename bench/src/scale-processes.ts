/** Reads of one account in several processes over one PostgreSQL, compared with one process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { median, type Ratio } from './measure.ts'

/** The reads of one process. */
export interface ReaderTask {
  readonly url: string
  /** Each process has a folder of its own in it. */
  readonly folder: string
  readonly account: string
  readonly pages: number
  /** Lists that are read at once, and the blocks of one. */
  readonly atOnce: number
  readonly limit: number
  /** The length of a turn. */
  readonly milliseconds: number
}

const PROCESSES = [2, 3]
const TURNS = 5

interface Reader {
  readonly child: ChildProcess
  /** @returns the lists that the process read in a turn */
  read(): Promise<number>
}

/** Measures two and three processes, in turns with one. */
export async function processRatios(task: ReaderTask): Promise<Ratio[]> {
  const readers: Reader[] = []
  try {
    for (let n = 0; n < Math.max(...PROCESSES); n++) readers.push(await startReader(task))
    const together = async (count: number) =>
      (await Promise.all(readers.slice(0, count).map(async (reader) => reader.read()))).reduce(
        (a, b) => a + b,
      )
    const one: number[] = []
    const more = PROCESSES.map((): number[] => [])
    for (let turn = 0; turn < TURNS; turn++) {
      one.push(await together(1))
      for (const [i, count] of PROCESSES.entries()) more[i]!.push(await together(count))
    }
    const seconds = task.milliseconds / 1_000
    return PROCESSES.map((count, i) => ({
      name: `scale: reads in ${count} processes`,
      of: `lists of ${task.limit} blocks from warm replicas; two processors also run PostgreSQL`,
      to: 'the same reads in one process',
      ratio: median(more[i]!.map((lists, turn) => lists / one[turn]!)),
      target: 1,
      notes: `${(median(more[i]!) / seconds).toFixed(0)} lists a second; one process reads ${(median(one) / seconds).toFixed(0)}.`,
    }))
  } finally {
    await Promise.all(
      readers.map(async ({ child }) => {
        const gone = once(child, 'exit')
        child.stdin!.end()
        await gone
      }),
    )
  }
}

async function startReader(task: ReaderTask): Promise<Reader> {
  const child = spawn(
    process.execPath,
    ['--conditions=notegraph', join(import.meta.dirname, 'scale-reader.ts'), JSON.stringify(task)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  await lines.next()
  return {
    child,
    async read() {
      child.stdin.write('\n')
      return Number((await lines.next()).value)
    },
  }
}
