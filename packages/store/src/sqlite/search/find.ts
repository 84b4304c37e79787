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
  /** Whether that was found before, and is held. */
  readonly isKnown: (probes: readonly Probe[], span: Span) => boolean
  /** Whether the pieces of a span are held. */
  readonly isRead: (span: Span) => boolean
}

/** Of what is held of one snapshot. */
export function finder(held: Held): Find {
  const keyOf = (probes: readonly Probe[], { from, to }: Span) => JSON.stringify([from, to, probes])
  /** The part of a span in which anything is folded in: what is found there stays, however many blocks come after it. */
  const inSegments = ({ from, to }: Span): Span => ({ from, to: Math.max(from, Math.min(to, held.end())) })

  function look(segment: Segment, probes: readonly Probe[], span: Span, into: Bits): void {
    const { first, last, gone } = segment
    if (last < span.from || first >= span.to) return
    const found = gone.length === 0 ? into : new Bits(span.to - span.from)
    for (const [ofJoints, those] of Map.groupBy(probes, ({ part }) => isJoint(part)))
      for (const text of held.texts(segment, ofJoints)) addWith(those.map(lookedFor), text, found, span)
    if (found === into) return
    for (const n of gone) if (n >= span.from && n < span.to) found.take(n - span.from)
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

  function find(probes: readonly Probe[], span: Span): Bits {
    return held.found(keyOf(probes, span), () => {
      const found = new Bits(span.to - span.from)
      const segments = held.segments()
      for (const segment of segments) if (!isScattered(segment)) look(segment, probes, span, found)
      const scattered = segments.filter(isScattered)
      if (scattered.length > 0) found.add(inScattered(probes, scattered).slice(span.from, span.to))
      return found
    })
  }

  /** In all spans at once, since each of these segments lies across most of them. */
  function inScattered(probes: readonly Probe[], scattered: readonly Segment[]): Bits {
    return held.found(JSON.stringify(probes), () => {
      const all = { from: 0, to: Math.max(...scattered.map(({ last }) => last + 1)) }
      const found = new Bits(all.to)
      for (const segment of scattered) look(segment, probes, all, found)
      return found
    })
  }

  return {
    of(probes, span) {
      const found = find(probes, inSegments(span))
      return inSegments(span).to === span.to ? found : found.slice(0, span.to - span.from)
    },
    isKnown: (probes, span) => held.hasFound(keyOf(probes, inSegments(span))),
    isRead: ({ from, to }) =>
      held
        .segments()
        .every((segment) => segment.last < from || segment.first >= to || held.holdsTexts(segment)),
  }
}

/** As it stands among lines. */
const lookedFor = ({ part, starts, ends }: Probe): string => `${starts ? '\n' : ''}${part}${ends ? '\n' : ''}`
