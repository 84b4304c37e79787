/** Main-thread times of a page, from Chromium's trace. Waiting for a frame is not counted. */
import type { CDPSession, Page } from '@notegraph/browser-tests/launch'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly dur?: number
  readonly pid: number
  readonly tid: number
  readonly args: { readonly data?: { readonly type?: string } }
}

/** Milliseconds on the main thread of a page. */
export interface MainThread {
  /** From each keydown to the commit of the frame that follows. */
  readonly keys: readonly number[]
  readonly tasks: readonly number[]
}

const LONGEST = 50
export const longTasks = ({ tasks }: MainThread): number[] => tasks.filter((ms) => ms > LONGEST)

/** Traces a page while something runs. */
export async function traced(page: Page, run: () => Promise<void>): Promise<MainThread> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'], excludedCategories: ['*'] },
  })
  await run()
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await done
  await session.detach()
  return mainThread(events)
}

function mainThread(events: readonly TraceEvent[]): MainThread {
  const downs = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown')
  const first = downs[0]
  if (!first) throw new Error('the page got no key')
  const own = events.filter(({ pid, tid }) => pid === first.pid && tid === first.tid)
  const tasks = own
    .filter(
      ({ name, dur }) =>
        (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask') && dur !== undefined,
    )
    .toSorted((a, b) => a.ts - b.ts)
  // A frame is layerized and committed in one task.
  const layers = own.filter(({ name }) => name === 'Layerize').map(({ ts }) => ts)
  const frames = tasks.flatMap(({ ts, dur }) =>
    layers.some((at) => at >= ts && at <= ts + dur!) ? [ts + dur!] : [],
  )
  const keys = downs.flatMap(({ ts }) => {
    const end = frames.find((at) => at > ts)
    return end === undefined ? [] : [within(tasks, ts, end)]
  })
  return { keys, tasks: tasks.map(({ dur }) => dur! / 1_000) }
}

const within = (tasks: readonly TraceEvent[], from: number, to: number): number =>
  tasks.reduce((sum, { ts, dur }) => sum + Math.max(0, Math.min(ts + dur!, to) - Math.max(ts, from)), 0) /
  1_000

/** Slows the main thread of a page down. */
export async function throttle(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}
