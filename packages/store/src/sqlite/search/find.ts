/** Looks through the pieces of the segments for the blocks that hold what is asked for. */
import { Bits } from './bits.ts'
import { addNumbers } from './numbers.ts'
import type { Held } from './held.ts'
import { linesWith, type Lists, type PieceText } from './piece-texts.ts'
import { isJoint, type Probe } from './pieces.ts'
import type { Segment } from './segments.ts'
import { isScattered, type Span } from './spans.ts'

export interface Find {
  /** The blocks of a span that have a piece that any of the probes asks for, counted from where it begins. */
  readonly of: (probes: readonly Probe[], span: Span) => Bits
  /** Whether that was found before, and is cached. */
  readonly isKnown: (probes: readonly Probe[], span: Span) => boolean
  /** Whether the pieces of a span are held. */
  readonly isRead: (span: Span) => boolean
}

/** Of what is cached of one snapshot. A set is cached by segment, so that it outlives the segments that come later. */
export function finder(held: Held): Find {
  function look(segment: Segment, probes: readonly Probe[], span: Span, into: Bits): void {
    const found = segment.gone.length === 0 ? into : new Bits(span.to - span.from)
    for (const [ofJoints, those] of Map.groupBy(probes, ({ part }) => isJoint(part)))
      for (const text of held.texts(segment, ofJoints)) addWith(those.map(lookedFor), text, found, span)
    if (found === into) return
    for (const n of segment.gone) found.take(n - span.from)
    into.add(found)
  }

  function addWith(looked: readonly string[], text: PieceText, found: Bits, { from, to }: Span): void {
    const { starts, row } = text
    let at = -1
    let lists: Lists | undefined
    for (const line of linesWith(text, looked)) {
      if (!lists || starts[at + 1]! <= line) {
        while (starts[at + 1]! <= line) at++
        lists = held.lists(row + at)
      }
      const i = line - starts[at]!
      addNumbers(lists.bytes, lists.ends[i]!, lists.ends[i + 1]!, found, from, to)
    }
  }

  /** Counted from the first number of the segment. */
  function inSegment(segment: Segment, probes: readonly Probe[], asked: string): Bits {
    return held.found(`${idOf(segment)} ${asked}`, () => {
      const span = { from: segment.first, to: segment.last + 1 }
      const found = new Bits(span.to - span.from)
      look(segment, probes, span, found)
      return found
    })
  }

  /** All of them at once, counted from 0, since each of these segments lies across most spans. */
  function inScattered(segments: readonly Segment[], probes: readonly Probe[], asked: string): Bits {
    return held.found(scatteredKey(segments, asked), () => {
      const all = { from: 0, to: Math.max(...segments.map(({ last }) => last + 1)) }
      const found = new Bits(all.to)
      for (const segment of segments) look(segment, probes, all, found)
      return found
    })
  }

  function of(probes: readonly Probe[], span: Span): Bits {
    const asked = JSON.stringify(probes)
    const found = new Bits(span.to - span.from)
    for (const segment of localIn(span)) {
      const from = Math.max(segment.first, span.from)
      const to = Math.min(segment.last + 1, span.to)
      const set = inSegment(segment, probes, asked).slice(from - segment.first, to - segment.first)
      found.paste(set, from - span.from, to - from)
    }
    const scattered = held.segments().filter(isScattered)
    if (scattered.length > 0) found.add(inScattered(scattered, probes, asked).slice(span.from, span.to))
    return found
  }

  function isKnown(probes: readonly Probe[], span: Span): boolean {
    const asked = JSON.stringify(probes)
    const scattered = held.segments().filter(isScattered)
    return (
      localIn(span).every((segment) => held.hasFound(`${idOf(segment)} ${asked}`)) &&
      (scattered.length === 0 || held.hasFound(scatteredKey(scattered, asked)))
    )
  }

  const localIn = ({ from, to }: Span): Segment[] =>
    held.segments().filter((segment) => !isScattered(segment) && segment.last >= from && segment.first < to)

  return {
    of,
    isKnown,
    isRead: ({ from, to }) =>
      held
        .segments()
        .every((segment) => segment.last < from || segment.first >= to || held.holdsTexts(segment)),
  }
}

/** The same for as long as a segment says the same: of the blocks that are gone from it there are only ever more. */
const idOf = ({ n, gone }: Segment): string => `${n}.${gone.length}`
const scatteredKey = (segments: readonly Segment[], asked: string): string =>
  `${segments.map(idOf).join()} ${asked}`

/** As it stands among lines. */
const lookedFor = ({ part, starts, ends }: Probe): string => `${starts ? '\n' : ''}${part}${ends ? '\n' : ''}`
