/** `==highlighted==` and `^^highlighted^^`. The library pairs the marks, as it does those of emphasis. */
import type { Delimiter, MarkdownIt, StateInline } from './library.ts'

const EQUALS = 0x3d
const CARET = 0x5e
const isUnit = (unit: number): boolean => unit === EQUALS || unit === CARET

export function addHighlights({ inline }: MarkdownIt): void {
  inline.ruler.before('emphasis', 'highlight', readMarks)
  inline.ruler2.before('emphasis', 'highlight', (state) => {
    writePairs(state, state.delimiters)
    for (const meta of state.tokens_meta) if (meta?.delimiters) writePairs(state, meta.delimiters)
    return true
  })
}

function readMarks(state: StateInline, silent: boolean): boolean {
  const unit = state.src.charCodeAt(state.pos)
  if (silent || !isUnit(unit)) return false
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true)
  if (length < 2) return false
  const mark = String.fromCharCode(unit)
  if (length % 2 === 1) state.push('text', '', 0).content = mark
  for (let i = 0; i + 1 < length; i += 2) {
    state.push('text', '', 0).content = mark + mark
    const token = state.tokens.length - 1
    state.delimiters.push({ marker: unit, length: 0, token, end: -1, open, close })
  }
  state.pos += length
  return true
}

function writePairs({ tokens }: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, end, token } of delimiters) {
    const closing = delimiters[end]
    if (!isUnit(marker) || closing === undefined) continue
    Object.assign(tokens[token]!, { type: 'mark_open', tag: 'mark', nesting: 1, content: '' })
    Object.assign(tokens[closing.token]!, { type: 'mark_close', tag: 'mark', nesting: -1, content: '' })
  }
}
