/** [sync] How it is proven: three thousand simulations, each from its seed, and some of each other kind. */
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { simulations } from './child.ts'
import { ARCHIVE_SEED, FIRST_SEED, HISTORY_SEED, LIVE_SEED } from './themes.ts'

/** `NOTEGRAPH_SEEDS` sets another number. */
const SEEDS = Number(process.env['NOTEGRAPH_SEEDS'] ?? 3_000)
/** The part of the seeds that `npm test` runs. */
export const FIRST_PART = 0.15
export const PATIENCE = 1_800_000

const KINDS: readonly [seeds: number, what: string, first: number][] = [
  [SEEDS, 'no words lost, every device the same', FIRST_SEED],
  [SEEDS / 5, 'the same with devices that listen', LIVE_SEED],
  [SEEDS / 5, 'the same with devices that take archives', ARCHIVE_SEED],
  [SEEDS / 5, 'the same with a person who restores pages and the graph', HISTORY_SEED],
]

/** Tests a part of the seeds of each kind. A failure is printed shrunk, with the command that replays it. */
export function testSeeds(from: number, to: number): void {
  test.each(
    KINDS.map(([seeds, what, first]) => {
      const [begin, end] = [from, to].map((part) => Math.round(part * seeds)) as [number, number]
      return [end - begin, what, first + begin] as const
    }),
  )('[sync] %i seeds: %s', { timeout: PATIENCE }, async (count, _, first) => {
    const parts = availableParallelism()
    const each = Math.ceil(count / parts)
    const ended = await Promise.all(
      Array.from({ length: parts }, async (_, i) =>
        simulations([
          '--from',
          String(first + i * each),
          '--seeds',
          String(Math.min(each, count - i * each)),
        ]),
      ),
    )
    for (const { output } of ended) expect(output).toMatch(/^\d+ seeds, 0 failed/)
  })
}
