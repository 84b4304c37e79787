/** Looks through the pieces of the segments for the blocks that hold what is asked for. */
import { Bits } from './bits.ts'
import { addNumbers } from './numbers.ts'
import type { Held } from './held.ts'
import { isJoint, type Probe } from './pieces.ts'
import type { PieceText, Segment } from './segments.ts'
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
      for (const text of held.texts(segment, ofJoints)) {
        const lines = linesWith(those, text)
        if (lines.length === 0) continue
        const { ends, bytes } = held.lists(text.n)
        for (const line of lines) addNumbers(bytes, ends[line]!, ends[line + 1]!, found, span.from, span.to)
      }
    if (found === into) return
    for (const n of gone) if (n >= span.from && n < span.to) found.take(n - span.from)
    into.add(found)
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

/** The places of the lines in which any of the probes stands. */
function linesWith(probes: readonly Probe[], text: PieceText): number[] {
  const { pieces } = text
  const found: number[] = []
  for (const { part, starts, ends } of probes) {
    const looked = `${starts ? '\n' : ''}${part}${ends ? '\n' : ''}`
    const ahead = starts ? 1 : 0
    let at = pieces.indexOf(looked)
    if (at < 0) continue
    const { lines } = text
    for (let line = 0; at >= 0; at = pieces.indexOf(looked, lines[line]! - 1)) {
      while (lines[line + 1]! <= at + ahead) line++
      found.push(line++)
    }
  }
  return probes.length === 1 ? found : [...new Set(found)]
}
