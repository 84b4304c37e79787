/**
 * The text of a field and the content of its block. A field shows the content without its `id::` and `collapsed::` lines.
 * They stay in the content, whatever a person types.
 *
 * @see outliner 3.1
 */
import { editProperties, normalizeLines, parseBlock, type BlockText, type Cut } from '@notegraph/block-text'

/** A line that no field shows. */
const HIDDEN = /^[ \t]*(id|collapsed)::(?:[ \t]|$)/i

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Whether a block is folded on a device that has not shown it yet.
 *
 * @example
 * startsFolded('Plan\ncollapsed:: true') // true
 */
export const startsFolded = (content: string): boolean =>
  content.includes('collapsed::') && parseBlock(content).collapsed === true

/** The text of a field, with the places of the lines that it does not show. */
export interface Field {
  readonly text: string
  readonly content: string
  /** Ranges of the content that the text lacks, each with one line break. */
  readonly hidden: readonly Range[]
}

const isHidden = (content: string, { kind, start, end }: Cut): boolean =>
  kind === 'property' && HIDDEN.test(content.slice(start, end))

/**
 * Returns the text that a field shows for a block.
 *
 * @example
 * fieldOf('buy milk\nid:: 6a7b').text // 'buy milk'
 */
export function fieldOf(content: string): Field {
  if (!HIDDEN_ANYWHERE.test(content)) {
    const text = normalizeLines(content)
    return { text, content: text, hidden: [] }
  }
  const block = parseBlock(content)
  const hidden: { start: number; end: number }[] = []
  for (const cut of block.layout.cuts) {
    if (!isHidden(block.content, cut)) continue
    const last = hidden.at(-1)
    if (last?.end === cut.start) last.end = cut.end + 1
    else hidden.push({ start: cut.start, end: cut.end + 1 })
  }
  const last = hidden.at(-1)
  // The last line has no line break of its own, so the one before it goes.
  if (last && last.end > block.content.length) {
    last.end = block.content.length
    last.start = Math.max(0, last.start - 1)
  }
  let text = ''
  let at = 0
  for (const { start, end } of hidden) {
    text += block.content.slice(at, start)
    at = end
  }
  return { text: text + block.content.slice(at), content: block.content, hidden }
}

const HIDDEN_ANYWHERE = /^[ \t]*(?:id|collapsed)::/im

/**
 * The place in a field of a place in the content. A place in a hidden line becomes the line break where it was.
 *
 * @example
 * toField(fieldOf('a\nid:: 1\nb'), 9) // 2
 */
export function toField({ hidden }: Field, at: number): number {
  let place = at
  for (const { start, end } of hidden) {
    if (start >= at) break
    place -= Math.min(at, end) - start
  }
  return place
}

/**
 * The place in the content of a place in its field.
 *
 * @example
 * toContent(fieldOf('a\nid:: 1\nb'), 2) // 8
 */
export function toContent({ hidden, content }: Field, at: number): number {
  let place = at
  for (const { start, end } of hidden) {
    // The end of the text is before the hidden lines at the end of the content.
    if (start > place || end === content.length) break
    place += end - start
  }
  return place
}

/**
 * Puts a text as typed in place of the shown one. Hidden lines stay near their neighbours, wherever the parser still
 * reads them as properties, and the words as they are.
 *
 * @param content the content before
 * @example
 * contentOf('buy milk\nid:: 6a7b\nand tea', 'buy milk\nand sugar') // 'buy milk\nid:: 6a7b\nand sugar'
 */
export function contentOf(content: string, text: string): string {
  const field = fieldOf(content)
  if (text === field.text) return content
  if (field.hidden.length === 0) return text
  const lines = hiddenLines(field)
  if (text === '') return lines.map(({ line }) => line).join('\n')
  const typed = parseBlock(text)
  const fits = (candidate: string): boolean => saysSame(candidate, text, typed, lines)
  return candidates(field.text, text, lines).find((make) => fits(make()))?.() ?? together(text, lines)
}

interface HiddenLine {
  readonly line: string
  /** The number of shown lines before it. */
  readonly after: number
}

function hiddenLines({ content, hidden }: Field): HiddenLine[] {
  const lines = content.split('\n')
  const found: HiddenLine[] = []
  let start = 0
  let shown = 0
  for (const line of lines) {
    const end = start + line.length
    if (hidden.some((range) => range.start <= start && end <= range.end && HIDDEN.test(line)))
      found.push({ line, after: shown })
    else shown++
    start = end + 1
  }
  return found
}

const together = (text: string, lines: readonly HiddenLine[]): string =>
  [text, ...lines.map(({ line }) => line)].join('\n')

function candidates(before: string, text: string, lines: readonly HiddenLine[]): (() => string)[] {
  const edits = new Map(
    lines.map(({ line }) => {
      const [key = '', value = ''] = line.split(/::(.*)/s)
      return [key.trim().toLowerCase(), value.trim()] as const
    }),
  )
  return [
    ...(before === '' ? [] : [() => nearby(before, text, lines)]),
    () => {
      const edited = editProperties(text, edits)
      return edited.ok ? edited.content : text
    },
    () => together(text, lines),
    () => [...lines.map(({ line }) => line), text].join('\n'),
  ]
}

/** Keeps each hidden line behind the line that it was behind, or before the one that it was before. */
function nearby(before: string, text: string, lines: readonly HiddenLine[]): string {
  const [old, now] = [before.split('\n'), text.split('\n')]
  const most = Math.min(old.length, now.length)
  let same = 0
  while (same < most && old[same] === now[same]) same++
  let sameEnd = 0
  while (sameEnd < most - same && old.at(-1 - sameEnd) === now.at(-1 - sameEnd)) sameEnd++
  const placed = lines.map(({ line, after }) => {
    if (after <= same) return { line, after }
    return { line, after: now.length - Math.min(sameEnd, old.length - after) }
  })
  const into = [...now]
  for (const { line, after } of placed.toReversed()) into.splice(after, 0, line)
  return into.join('\n')
}

function saysSame(content: string, text: string, typed: BlockText, lines: readonly HiddenLine[]): boolean {
  const field = fieldOf(content)
  const read = parseBlock(content)
  return (
    field.text === text &&
    hiddenLines(field).length === lines.length &&
    read.marker === typed.marker &&
    read.priority === typed.priority &&
    read.heading === typed.heading &&
    read.quote === typed.quote
  )
}
