import { setTimeout } from 'node:timers/promises'
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
  await setTimeout(100) // time for a few samples
  holdUp(600)
  await vi.waitFor(() => expect(lines).not.toEqual([]))
  stop()
  const [line] = lines
  expect(Object.keys(line!)).toEqual(['longest', 'p99'])
  expect(line!.longest).toBeGreaterThan(500)
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
