/**
 * A changed page in the text of its file. Blocks whose words are the same keep their own lines: blank lines, indents,
 * bullets and line ends. The head keeps its lines too, except for changed properties.
 */
import { fileText } from './read-markdown.ts'
import { noteOutline, type NoteOutline } from './note-outline.ts'
import { walk } from './outline-draft.ts'
import { columns, type TextBlock } from './outline-text.ts'
import type { FolderPlan } from './plan.ts'

/** One block of the changed page. */
export interface PatchBlock {
  readonly depth: number
  /** Its lines as a new block at the top, with the bullet `- `. */
  readonly lines: readonly string[]
  /** The number of the same block in the text, from 0; absent for a new block. */
  readonly from?: number
  /** Whether the text has its words already. */
  readonly isSame: boolean
}

/** The changed page. */
export interface NotePatch {
  readonly blocks: readonly PatchBlock[]
  /** The depths of the text's blocks. */
  readonly depths: readonly number[]
  /** All lines of the head as in a new file. */
  readonly head: readonly string[]
  /** Changed properties by key, and `title`: the new line, or `undefined` for a removed one. */
  readonly changed: ReadonlyMap<string, string | undefined>
}

/** The place where a text differs from the page: the number of a block, or the head. */
export type Difference = number | 'head'

/** The most texts to try. Each writes more blocks in the form of a new file. */
const MOST_TRIES = 8

/**
 * Writes a changed page into the text of its file, in a Logseq folder or a folder of notes such as an Obsidian vault.
 *
 * @param differs returns the first difference between a text, as read, and the page
 * @returns the new text, or `undefined` if the page can only be written as a new file
 * @throws TooMuch
 * @example
 * const plan = planFolder(['pages/Home.md'])
 * const added = { blocks: [{ depth: 0, lines: ['- Hi'], from: 0, isSame: true }, { depth: 0, lines: ['- Bye'], isSame: false }] }
 * patchNote(plan, 'pages/Home.md', '* Hi', { ...added, depths: [0], head: [], changed: new Map() }, () => undefined) // '* Hi\n* Bye'
 */
export function patchNote(
  plan: FolderPlan,
  path: string,
  text: string,
  patch: NotePatch,
  differs: (text: string) => Difference | undefined,
): string | undefined {
  const file = readFile(plan, path, text)
  const heads = patch.depths.length - file.blocks.length
  if (heads < 0) return undefined
  const isMoved = Array.from({ length: heads }, (_, i) => patch.blocks[i]).some(
    (block, i) => block?.from !== i || !block.isSame || block.depth !== 0,
  )
  let head: Head = isMoved ? 'properties' : 'own'
  const forced = new Set<number>()
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const written = textOf({ file, patch, heads, forced, head })
    const at = differs(written)
    if (at === undefined) return written
    if (at === 'head' && head !== 'new') head = head === 'own' ? 'properties' : 'new'
    else force(file, patch, heads, at === 'head' ? 0 : at, forced)
  }
  return undefined
}

/**
 * The form of a head. `own`: its lines. `properties`: these without words, which are blocks of the page then. `new`: all
 * properties as in a new file.
 */
type Head = 'own' | 'properties' | 'new'

interface Line {
  readonly text: string
  /** How the line ends; empty for the last line of a file without a last line break. */
  readonly end: string
}

interface File {
  readonly mark: string
  readonly lines: readonly Line[]
  readonly outline: NoteOutline
  readonly blocks: readonly TextBlock[]
  /** The common line end. */
  readonly end: string
  readonly hasLastEnd: boolean
  /** The white space by which a child is indented. */
  readonly unit: string
  readonly bullet: string
}

function readFile(plan: FolderPlan, path: string, text: string): File {
  const mark = /^\uFEFF*/u.exec(text)![0]
  const lines = Array.from(
    text.slice(mark.length).matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/gu),
    ([, line, end]) => ({
      text: line!,
      end: end!,
    }),
  )
  while (lines.at(-1)?.text === '' && lines.at(-1)?.end === '') lines.pop()
  const outline = noteOutline(plan, path, fileText(text.slice(mark.length)))
  const blocks: TextBlock[] = []
  let unit: string | undefined
  const above: (string | undefined)[] = []
  let bullet: string | undefined
  walk(outline.blocks, (block, depth) => {
    blocks.push(block)
    const indent = block.kind === 'item' ? indentOf(lines[block.at]?.text ?? '') : undefined
    above.length = depth
    const outer = above.at(-1)
    if (outer !== undefined && indent?.startsWith(outer)) unit ??= indent.slice(outer.length)
    above.push(indent)
    if (indent !== undefined) bullet ??= lines[block.at]?.text[indent.length]
  })
  return {
    mark,
    lines,
    outline,
    blocks,
    end: lines.find(({ end }) => end !== '')?.end ?? '\n',
    hasLastEnd: lines.length === 0 || lines.at(-1)!.end !== '',
    unit: unit ?? '\t',
    bullet: bullet !== undefined && '-*+'.includes(bullet) ? bullet : '-',
  }
}

const indentOf = (line: string): string => /^[ \t]*/u.exec(line)![0]
const isBlank = ({ text }: Line): boolean => text.trim() === ''

/** Writes a block, those below it, and the paragraphs after it as in a new file, because reading joined them. */
function force(file: File, { blocks }: NotePatch, heads: number, at: number, forced: Set<number>): void {
  const { depth = 0 } = blocks[at] ?? {}
  forced.add(at)
  for (let next = at + 1; next < blocks.length; next++) {
    const { from, depth: its } = blocks[next]!
    const isParagraph = from !== undefined && file.blocks[from - heads]?.kind === 'paragraph'
    if (its <= depth && !isParagraph && !forced.has(next - 1)) break
    forced.add(next)
    if (its <= depth && !isParagraph) break
  }
}

/** One try to write the page. */
interface Try {
  readonly file: File
  readonly patch: NotePatch
  /** The number of blocks that are lines of the head. */
  readonly heads: number
  /** The numbers of blocks in the form of a new file. */
  readonly forced: ReadonlySet<number>
  readonly head: Head
}

interface Written {
  readonly indent: string
  readonly isItem: boolean
}

/** The lines of one block. */
interface Form extends Written {
  readonly lines: readonly Line[]
  /** The blank lines after it; absent if it goes before the blank lines that are there. */
  readonly blanks?: readonly Line[]
  /** Whether a blank line must be before it. */
  readonly isApart?: true
}

function textOf(one: Try): string {
  const { file, patch, heads, head } = one
  const { blocks } = patch
  const skipped = head === 'own' ? heads : 0
  const out: Line[] = head === 'new' ? fresh(patch.head, file.end) : patchedHead(file, patch, head)
  const gap: Line = { text: '', end: file.end }
  const isOpen = () => out.length > 0 && !isBlank(out.at(-1)!)
  const hasNewHead = head !== 'own' || file.blocks.length === 0 || file.outline.head.end === 0
  if (out.some((line) => !isBlank(line)) && blocks.length > skipped && isOpen() && hasNewHead) out.push(gap)
  let blanks: readonly Line[] = []
  const above: Written[] = []
  for (let i = skipped; i < blocks.length; i++) {
    const { depth } = blocks[i]!
    above.length = Math.min(depth + 1, above.length)
    const form = formOf(one, i, above)
    if (form.isApart === true && blanks.length === 0 && isOpen()) blanks = [gap]
    if (form.blanks) {
      for (const line of blanks) out.push(line)
      blanks = form.blanks
    }
    for (const line of form.lines) out.push(line)
    above[depth] = form
  }
  for (const line of blanks) out.push(line)
  const last = out.length - 1
  return (
    file.mark +
    out.map(({ text, end }, i) => text + (i === last && !file.hasLastEnd ? '' : end || file.end)).join('')
  )
}

/** Chooses the lines of a block: its own, its own with other words, a paragraph among paragraphs, or a list item. */
function formOf({ file, patch, heads, forced }: Try, i: number, above: readonly Written[]): Form {
  const { blocks, depths } = patch
  const { depth, from, isSame, lines } = blocks[i]!
  const own = from === undefined || from < heads ? undefined : ownLines(file, from - heads)
  if (own && !forced.has(i) && depths[from!] === depth) {
    if (isSame) return own
    if (own.isItem || !lines.slice(1).some(isEmpty)) return { ...own, lines: changedLines(file, own, lines) }
  }
  const next = blocks[i + 1]
  const isBefore =
    next?.from !== undefined && next.from >= heads && !forced.has(i + 1) && next.depth === depth
  const after = isBefore ? ownLines(file, next.from - heads) : undefined
  if (!own && after?.kind === 'paragraph' && !forced.has(i) && !lines.some(isEmpty)) {
    const words = lines.map((line) => line.slice(2))
    return {
      lines: fresh(words, file.end),
      blanks: [{ text: '', end: file.end }],
      isApart: true,
      indent: '',
      isItem: false,
    }
  }
  const indent = indentAt(file, above, depth, after)
  const isMoved =
    isSame && own?.isItem && !forced.has(i) && own.lines.every(({ text }) => text.startsWith(own.indent))
  return {
    lines: isMoved
      ? own.lines.map(({ text, end }) => ({ text: indent + text.slice(own.indent.length), end }))
      : fresh(
          lines.map((line, n) => indent + (n === 0 ? file.bullet + line.slice(1) : line)),
          file.end,
        ),
    ...(own && { blanks: own.blanks }),
    indent,
    isItem: true,
  }
}

const isEmpty = (line: string): boolean => line.trim() === ''

/** The indent of a list item: that of a sibling, else one step below its parent. */
function indentAt(
  { unit }: File,
  above: readonly Written[],
  depth: number,
  after: Written | undefined,
): string {
  const [sibling, parent] = [above[depth], depth === 0 ? undefined : above[depth - 1]]
  if (sibling?.isItem) return sibling.indent
  if (after?.isItem && !(parent?.isItem && columns(after.indent) <= columns(parent.indent)))
    return after.indent
  if (!parent) return ''
  return (parent.isItem ? parent.indent : '') + unit
}

const fresh = (lines: readonly string[], end: string): Line[] => lines.map((text) => ({ text, end }))

interface OwnLines extends Written {
  readonly kind: TextBlock['kind']
  readonly block: TextBlock
  readonly lines: readonly Line[]
  /** The blank lines after it. */
  readonly blanks: readonly Line[]
}

function ownLines({ lines, blocks }: File, index: number): OwnLines | undefined {
  const block = blocks[index]
  if (!block) return undefined
  const until = blocks[index + 1]?.at ?? lines.length
  let end = until
  while (end > block.at + 1 && isBlank(lines[end - 1]!)) end--
  return {
    kind: block.kind,
    block,
    isItem: block.kind === 'item',
    indent: block.kind === 'item' ? indentOf(lines[block.at]!.text) : '',
    lines: lines.slice(block.at, end),
    blanks: lines.slice(end, until),
  }
}

const OWN_LINE = /^(id|created-at|updated-at)::/iu

/** Changed words in the form of the block before: its bullet, its indents, and its lines that are the same. */
function changedLines(
  { end }: File,
  { block, lines, indent, isItem }: OwnLines,
  words: readonly string[],
): Line[] {
  const [first = '', ...rest] = words.map((line) => line.slice(2))
  const was = block.lines[0] ?? ''
  const opening = lines[0]!.text
  const bullet = was === '' ? `${opening.trimEnd()} ` : opening.slice(0, opening.length - was.length)
  const same = new Map(lines.slice(1).map((line, i) => [block.lines[i + 1] ?? '', line] as const))
  // The first of several lines with one of these keys is the block's own, and the others are words.
  const keys = block.lines.slice(1).map((line) => OWN_LINE.exec(line)?.[1]!.toLowerCase())
  const kept = block.lines
    .slice(1)
    .filter((line, i) => keys[i] !== undefined && keys.indexOf(keys[i]) === i && !rest.includes(line))
  return [
    { text: `${bullet}${first}`.trimEnd(), end },
    ...[...kept, ...rest].map(
      (line) => same.get(line) ?? { text: `${isItem ? `${indent}  ` : ''}${line}`, end },
    ),
  ]
}

/** The lines before the first block, with changed properties. */
function patchedHead(
  { lines, outline, blocks, end }: File,
  { changed, blocks: now }: NotePatch,
  form: 'own' | 'properties',
): Line[] {
  const { properties, words = [], end: headEnd } = outline.head
  const body = blocks[0]?.at ?? lines.length
  const own = lines.slice(0, body)
  if (changed.size === 0 && form === 'own') return own
  const texts = new Map<number, readonly Line[]>()
  if (form === 'properties') for (const { at } of words) texts.set(at, withoutComment(own[at]!))
  const added: Line[] = []
  const title: Line[] = []
  for (const [key, line] of changed) {
    const places = properties.filter((property) => property.key === key)
    const [place] = places
    for (const { at, inFront } of places) {
      const comment = form === 'own' && words.find((one) => one.at === at && one.kind === 'comment')
      texts.set(at, comment ? [{ text: `# ${comment.words}`, end }] : [])
      const until = inFront === true ? headEnd : at
      for (let next = at + 1; next < until && /^(?:\s|- )/u.test(own[next]?.text ?? ''); next++)
        texts.set(next, [])
    }
    if (line === undefined) continue
    const put = { text: line, end }
    if (place && place.inFront !== true) texts.set(place.at, [put])
    else (key === 'title' ? title : added).push(put)
  }
  const top = properties.find(({ inFront }) => inFront !== true)?.at ?? headEnd
  const head = own
    .slice(0, headEnd)
    .flatMap((line, at) => [...(at === top ? title : []), ...(texts.get(at) ?? [line])])
  if (top >= headEnd) head.push(...title)
  head.push(...added)
  const between = own.slice(headEnd)
  if (head.every(isBlank)) return []
  const needsBlank = headEnd === 0 && now.length > 0 && (between.length === 0 || !isBlank(between[0]!))
  return [...head, ...(needsBlank ? [{ text: '', end }] : []), ...between]
}

/** A line of front matter up to its comment; nothing of a line that is words alone. */
function withoutComment({ text, end }: Line): readonly Line[] {
  const before = /^(\S(?:.*?\S)?)[ \t]+#[^"']*$/u.exec(text)?.[1]
  return before === undefined || before.startsWith('#') ? [] : [{ text: before, end }]
}
