/** A thread of `siteThreads`. It renders pages from data, and reads nothing. */
import { parentPort, workerData } from 'node:worker_threads'
import { partsRenderer, type StaticFrame } from '@notegraph/web'
import type { PartsAnswer, PartsTask } from './site-threads.ts'

const render = partsRenderer(workerData as StaticFrame)
const port = parentPort!

port.on('message', ({ id, parts }: PartsTask) => {
  const answer = (one: Omit<PartsAnswer, 'id'>) => port.postMessage({ id, ...one } satisfies PartsAnswer)
  render(parts).then(
    (files) => answer({ files }),
    (error: unknown) => answer({ error: error as Error }),
  )
})
