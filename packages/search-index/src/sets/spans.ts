/**
 * Spans of document numbers, each with the segments that lie in it, so that a long query is answered a span at a time.
 * Segments of documents that were edited later lie across all spans.
 */
import type { Segment } from '../segments/segment.ts'

/** Numbers from `from` up to, but without, `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Whether the documents of a segment lie among many that it does not contain. */
export const isScattered = ({ first, last, count }: Segment): boolean => last - first + 1 > 4 * count

/**
 * @param least numbers that a span has at least
 * @returns adjoining spans from 0 up to `size`; the last comes first, since the newest documents were edited last
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
