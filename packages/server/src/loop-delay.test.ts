import { expect, test, vi } from 'vitest'
import { watchLoopDelay } from './loop-delay.ts'

const LIMITS = { most: 100, period: 500 }

function watched() {
  const lines: { longest: number; p99: number }[] = []
  const warn = (line: { longest: number; p99: number }): void => void lines.push(line)
  const stop = watchLoopDelay({ warn } as never, LIMITS)
  return { lines, stop }
}

const holdUp = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('[operations] a stretch that holds everybody up is one line, of times alone', async () => {
  const { lines, stop } = watched()
  const long = () => lines.filter(({ longest }) => longest > 500)
  // Between the stretches are turns of the event loop, in which samples are taken.
  await expect.poll(() => (holdUp(600), long())).not.toEqual([])
  stop()
  expect(Object.keys(long()[0]!)).toEqual(['longest', 'p99'])
})

test('[operations] short ones are none', () => {
  vi.useFakeTimers()
  const warn = vi.fn<() => void>()
  const nanoseconds = {
    max: 119e6,
    percentile: () => 119e6,
    reset: () => {},
    enable: () => {},
    disable: () => {},
  }
  const stop = watchLoopDelay({ warn } as never, LIMITS, nanoseconds as never)
  vi.advanceTimersByTime(1_001)
  expect(warn).not.toHaveBeenCalled()
  nanoseconds.max = 130e6
  vi.advanceTimersByTime(500)
  expect(warn).toHaveBeenCalledTimes(1)
  stop()
  vi.advanceTimersByTime(1_000)
  expect(warn).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
