/**
 * Folded text cut into the pieces that the index keeps, so that whatever stands in a text is found in its pieces: words;
 * of scripts that do not part words (Chinese, Japanese, Thai, ...) each two letters that follow one another; each mark;
 * and where two of these meet, the letters on both sides. Where the cuts are depends on the letters beside them alone, so
 * what is looked for is cut as the text is.
 */

/** Longer words are cut into pieces of this many units, each of which begins in the middle of the one before. */
const LONGEST = 32
/** What is as short as this stands whole in some piece, however long its word is. */
const WHOLE = LONGEST / 2

/**
 * Begins a joint: the last letter of a word or the like, the first letter of the next, and between them a space where one
 * stands there, or this again for other white space. Phrases of common words are told by it.
 */
const JOINT = '\t'
export const isJoint = (piece: string): boolean => piece.startsWith(JOINT)

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
  let before = -1
  eachRun(text, (run, kind, start) => {
    if (before >= 0) pieces.push(jointAt(text, before, start))
    before = start + run.length
    if (kind === MARK) {
      for (let i = 0; i < run.length; i++) {
        pieces.push(run[i]!)
        if (i > 0) pieces.push(JOINT + run[i - 1]! + run[i]!)
      }
    } else if (kind === DENSE)
      for (const pair of pairs(run)) pieces.push(pair) // too many to spread
    else if (run.length <= LONGEST) pieces.push(run)
    else for (let at = 0; at < run.length - WHOLE; at += WHOLE) pieces.push(run.slice(at, at + LONGEST))
  })
  return pieces
}

/** @param before where what stands before it ends @param after where the next begins */
function jointAt(text: string, before: number, after: number): string {
  const last = isLow(text.charCodeAt(before - 1)) ? text.slice(before - 2, before) : text[before - 1]!
  const first = String.fromCodePoint(text.codePointAt(after)!)
  const between = after === before ? '' : after === before + 1 && text[before] === ' ' ? ' ' : JOINT
  return JOINT + last + between + first
}

const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000

/** What to look for among the pieces to find the texts that hold a run. */
export function probesOf(run: string): Probes {
  const text = run.toWellFormed()
  const runs: { readonly part: string; readonly kind: Kind; readonly start: number }[] = []
  eachRun(text, (part, kind, start) => runs.push({ part, kind, start }))
  const probes: Probe[] = []
  const joints = new Set<string>()
  for (const [i, { part, kind, start }] of runs.entries()) {
    const end = start + part.length
    const before = runs[i - 1]
    if (before) joints.add(jointAt(text, before.start + before.part.length, start))
    // A joint says itself of a single letter that it is there
    const [said, saidNext] = [before !== undefined, i + 1 < runs.length]
    if (kind === MARK) {
      if (part.length === 1 && !said && !saidNext) probes.push(within(part))
      for (let at = 1; at < part.length; at++) joints.add(JOINT + part.slice(at - 1, at + 1))
    } else if (kind === DENSE) {
      const pieces = pairs(part)
      if (pieces[0] !== part || !(said || saidNext)) probes.push(...Array.from(new Set(pieces), within))
    } else {
      const [starts, ends] = [start > 0, end < text.length]
      if (part.length > 1 || !((said && !ends) || (saidNext && !starts)))
        probes.push(...wordProbes(part, starts, ends))
    }
  }
  probes.push(...Array.from(joints, (joint) => ({ part: joint, starts: true, ends: true })))
  return { probes, exact: probes.length === 1 && isWhole(probes[0]!, text) }
}

/** Whether a text that has the piece holds the run, all of it. */
function isWhole({ part }: Probe, run: string): boolean {
  if (isJoint(part)) return part.slice(1) === run && !run.includes(JOINT)
  return part === run
}

const within = (part: string): Probe => ({ part, starts: false, ends: false })

/** Long ones are cut to what stands whole in some piece. */
function wordProbes(word: string, starts: boolean, ends: boolean): Probe[] {
  const probes: Probe[] = []
  for (let at = 0; at < word.length; at += WHOLE) {
    const from = Math.max(0, Math.min(at, word.length - WHOLE))
    const part = word.slice(from, from + WHOLE)
    probes.push({ part, starts: starts && from === 0, ends: ends && from + WHOLE >= word.length })
  }
  return probes
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
