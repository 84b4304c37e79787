/**
 * The difference between two texts, as edits: characters to keep, characters to drop, and the text put there. Texts
 * with as many lines are compared line by line, so that edits of their white space contain none of their words.
 */

/** One edit: characters to keep, characters to drop, and the text put there. */
export type TextEdit = readonly [keep: number, drop: number, put: string]

/**
 * Returns the edits that make `to` of `from`. The text after the last edit is kept.
 *
 * @example
 * textEdits('- a', '* a') // [[0, 1, '*']]
 */
export function textEdits(from: string, to: string): TextEdit[] {
  const [old, now] = [withoutBlankEnd(from), withoutBlankEnd(to)]
  const [before, after] = [old.split('\n'), now.split('\n')]
  const pairs: (readonly [string, string])[] =
    before.length === after.length ? before.map((line, i) => [line, after[i]!]) : [[old, now]]
  const edits: TextEdit[] = []
  let at = 0
  let done = 0
  const add = (a: string, b: string): void => {
    const start = commonStart(a, b)
    const end = commonEnd(a, b, start)
    if (a !== b) {
      const drop = a.length - start - end
      edits.push([at + start - done, drop, b.slice(start, b.length - end)])
      done = at + start + drop
    }
    at += a.length + 1
  }
  for (const [a, b] of pairs) add(a, b)
  at = old.length
  add(from.slice(old.length), to.slice(now.length))
  return edits
}

/**
 * Applies edits.
 *
 * @returns `undefined` if they do not fit the text
 * @example
 * applyEdits('- a', [[0, 1, '*']]) // '* a'
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  let out = ''
  let at = 0
  for (const [keep, drop, put] of edits) {
    if (at + keep + drop > text.length) return undefined
    out += text.slice(at, at + keep) + put
    at += keep + drop
  }
  return out + text.slice(at)
}

/** The text up to its last line with a word. */
function withoutBlankEnd(text: string): string {
  const end = text.trimEnd().length
  const next = text.indexOf('\n', end)
  return next < 0 ? text : text.slice(0, next)
}

function commonStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start
  let count = 0
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count++
  return count
}
