/** The heap of the outliner's threads: after a search over everything, and while somebody works for hours. */
import type { CDPSession } from '@notegraph/browser-tests/launch'
import type { Ratio } from './measure.ts'
import { openPlace, settled, type Outliner } from './outliner-browser.ts'
import { LONG } from './outliner-graph.ts'

const MOST_BYTES = 300_000_000
const FEW = 300
const MANY = 3_600
const MOST_GROWTH = 1.1
const MEGABYTE = 1_000_000

/** Commands in turns. Together they leave the outline as it was. */
const COMMANDS = ['Enter', 'x', 'Tab', 'Shift+Tab', 'Control+z', 'Control+z', 'Control+z', 'Control+z']

export async function heapRatios(outliner: Outliner): Promise<Ratio[]> {
  const { page, base } = outliner
  await page.goto(`${base}/search?q=kelo`)
  await page.getByRole('group', { name: 'Blocks' }).waitFor()
  await settled(page)
  const heap = await heapOf(outliner)

  await openPlace(outliner, `/page/${LONG}`)
  await page.locator(`[data-page="${LONG}"] [data-block] .block`).first().click()
  await press(outliner, FEW)
  const few = await heapOf(outliner)
  await press(outliner, MANY - FEW)
  const many = await heapOf(outliner)
  return [
    {
      name: 'outliner: heap of all threads',
      of: 'used bytes of the window and the worker after a search',
      to: `${MOST_BYTES / MEGABYTE} MB`,
      ratio: MOST_BYTES / heap,
      target: 1,
      notes: `${(heap / MEGABYTE).toFixed(0)} MB`,
    },
    {
      name: `outliner: heap after ${MANY} commands`,
      of: `used bytes of the window and the worker, beside those after ${FEW} commands`,
      to: `${MOST_GROWTH} times as many`,
      ratio: (MOST_GROWTH * few) / many,
      target: 1,
      notes: `${(many / MEGABYTE).toFixed(1)} MB after ${(few / MEGABYTE).toFixed(1)} MB`,
    },
  ]
}

async function press({ page }: Outliner, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await page.keyboard.press(COMMANDS[n % COMMANDS.length]!)
  await settled(page)
}

/** Used bytes of the window and of the worker, after their garbage was collected. */
async function heapOf({ context, page }: Outliner): Promise<number> {
  const session = await context.newCDPSession(page)
  const { targetInfos } = await session.send('Target.getTargets')
  const workers = targetInfos.filter(({ type }) => type === 'shared_worker')
  if (workers.length === 0) throw new Error('the worker was not found')
  const sizes = [await usedBy((method) => session.send(method as 'HeapProfiler.collectGarbage'))]
  for (const { targetId } of workers) {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    sizes.push(await usedBy(async (method) => throughTarget(session, sessionId, method)))
    await session.send('Target.detachFromTarget', { sessionId })
  }
  await session.detach()
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function usedBy(send: (method: string) => Promise<unknown>): Promise<number> {
  await send('HeapProfiler.collectGarbage')
  return ((await send('Runtime.getHeapUsage')) as { readonly usedSize: number }).usedSize
}

/** Sends a command to another target, and waits for its answer. */
async function throughTarget(session: CDPSession, sessionId: string, method: string): Promise<unknown> {
  const answer = new Promise<unknown>((done) => {
    const hear = ({ message }: { readonly message: string }): void => {
      const { id, result } = JSON.parse(message) as { readonly id?: number; readonly result?: unknown }
      if (id !== 1) return
      session.off('Target.receivedMessageFromTarget', hear)
      done(result)
    }
    session.on('Target.receivedMessageFromTarget', hear)
  })
  await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: 1, method }) })
  return answer
}
