/**
 * Stretches of record numbers, each with the segments that lie in it, so that a question can be answered a stretch at a
 * time. Segments of blocks that were changed later lie across all of them.
 */
import type { Segment } from './segments.ts'

/** From `from` up to `to`, which is not among them. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Whether its blocks lie among many others. */
export const isScattered = ({ first, last, blocks }: Segment): boolean => last - first + 1 > 4 * blocks

/**
 * @param least as many numbers as a span has at least
 * @returns spans that meet one another, from 0 up to `size`; the last first, since what was made last is what was edited last
 */
export function spansOf(segments: readonly Segment[], size: number, least: number): Span[] {
  const spans: Span[] = []
  let from = 0
  let end = 0
  const local = segments.filter((segment) => !isScattered(segment))
  for (const { first, last } of local.toSorted((a, b) => a.first - b.first)) {
    if (first >= end && end - from >= least) {
      spans.push({ from, to: end })
      from = end
    }
    end = Math.max(end, last + 1)
  }
  spans.push({ from, to: size })
  return spans.toReversed()
}
