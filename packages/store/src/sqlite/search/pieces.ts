/**
 * Folded text cut into the pieces that the index keeps, so that whatever stands in a text is found in its pieces: words;
 * of scripts that do not part words (Chinese, Japanese, Thai, ...) each two letters that follow one another; and each
 * mark. Where the cuts are depends on the letters beside them alone, so what is looked for is cut as the text is.
 */

/** Longer words are cut into pieces of this many units, each of which begins in the middle of the one before. */
const LONGEST = 32
/** What is as short as this stands whole in some piece, however long its word is. */
const WHOLE = LONGEST / 2

/** What a text that holds a run has, all of it. */
export interface Probe {
  readonly part: string
  /** Whether a piece has to begin, or to end, with the part. */
  readonly starts: boolean
  readonly ends: boolean
}

export interface Probes {
  readonly probes: readonly Probe[]
  /** Whether each text that has what is probed holds the run. */
  readonly exact: boolean
}

/** The pieces of a text; one may come more than once. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  eachRun(text, (run, kind) => {
    if (kind === MARK) for (const mark of run) pieces.push(mark)
    else if (kind === DENSE) pieces.push(...pairs(run))
    else if (run.length <= LONGEST) pieces.push(run)
    else for (let at = 0; at < run.length - WHOLE; at += WHOLE) pieces.push(run.slice(at, at + LONGEST))
  })
  return pieces
}

/** What to look for among the pieces to find the texts that hold a run. */
export function probesOf(run: string): Probes {
  const text = run.toWellFormed()
  const probes: Probe[] = []
  let whole = true
  eachRun(text, (part, kind, start) => {
    const end = start + part.length
    if (kind !== WORD) {
      const pieces = kind === MARK ? Array.from(part) : pairs(part)
      whole &&= pieces.length === 1 && part.length === text.length
      for (const piece of new Set(pieces)) probes.push({ part: piece, starts: false, ends: false })
      return
    }
    whole &&= part.length <= WHOLE && part.length === text.length
    for (let at = start; at < end; at += WHOLE) {
      const from = Math.max(start, Math.min(at, end - WHOLE))
      probes.push({
        part: text.slice(from, Math.min(from + WHOLE, end)),
        starts: start > 0 && from === start,
        ends: end < text.length && from + WHOLE >= end,
      })
    }
  })
  return { probes, exact: whole && probes.length === 1 }
}

/** Each letter with the one after it; a letter that stands alone, alone. */
function pairs(run: string): string[] {
  const letters = Array.from(run)
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, i) => letters[i]! + letter)
}

const SPACE = 0
const WORD = 1
const DENSE = 2
const MARK = 3
type Kind = typeof SPACE | typeof WORD | typeof DENSE | typeof MARK

/** Whether a letter parts words, stands in one, is of a script that does not part them, or is a mark. */
function kindOf(code: number): Kind {
  if (code < 0x80) return ASCII[code]!
  if (code < 0x0e00) return code < 0xc0 ? (code <= 0xa0 ? SPACE : MARK) : WORD
  if (code < 0x1100) return DENSE
  if (code < 0x2e80) {
    if (code >= 0x1780 && code < 0x1800) return DENSE
    if (code < 0x2000) return WORD
    return code <= 0x200a || code === 0x2028 || code === 0x2029 ? SPACE : MARK
  }
  return code === 0x3000 || code === 0xfeff ? SPACE : DENSE
}

const ASCII: readonly Kind[] = Array.from({ length: 0x80 }, (_, code) => {
  if (code <= 0x20 || code === 0x7f) return SPACE
  return /[a-z0-9]/i.test(String.fromCharCode(code)) ? WORD : MARK
})

function eachRun(text: string, each: (run: string, kind: Kind, start: number) => void): void {
  let start = 0
  let kind: Kind = SPACE
  for (let at = 0; at <= text.length; at++) {
    const next = at === text.length ? SPACE : kindOf(text.charCodeAt(at))
    if (next === kind) continue
    if (kind !== SPACE) each(text.slice(start, at), kind, start)
    start = at
    kind = next
  }
}
