/** A process that reads from a replica of its own, for `scale-processes.ts`. Each line of input asks for the reads of a turn. */
import { createInterface } from 'node:readline'
import { openReplicated } from '@notegraph/store-postgres'
import type { ReaderTask } from './scale-processes.ts'

const { url, folder, account, pages, atOnce, limit, milliseconds } = JSON.parse(
  process.argv[2]!,
) as ReaderTask
const store = await openReplicated({ url, folder })
const graph = store.graph(account)
let n = 0

const readSome = async () =>
  Promise.all(
    Array.from({ length: atOnce }, async () =>
      graph.blocks.listByPage(`page-${n++ % pages}`, { limit, offset: 0 }),
    ),
  )

/** @returns the lists that were read */
async function readFor(duration: number): Promise<number> {
  const end = performance.now() + duration
  let lists = 0
  while (performance.now() < end) lists += (await readSome()).length
  return lists
}

await readFor(milliseconds) // the replica and the code are warm afterwards
console.log('ready')
for await (const _ of createInterface(process.stdin)) console.log(await readFor(milliseconds))
await store.close()
