/**
 * States as text, for tables. A line is a block: two blanks for each level, the id, a colon, the content. `+` before the id
 * marks a folded block, `*` one that others refer to. `⏎` is a line break. `|` is the caret, or both ends of a selection.
 * `>` before a line selects its block.
 */
import { outlineOf, type Outline } from '../src/outline/outline.ts'
import { runCommand, type Command } from '../src/outline/command.ts'
import { fieldOf, toContent, toField } from '../src/outline/field.ts'
import type { Outcome } from '../src/outline/outcome.ts'
import { outlineState, pickedBlocks, type Focus, type OutlineState } from '../src/outline/state.ts'

const LINE = /^(>?)( *)(\+?)(\*?)(\w+):(.*)$/s

/** Reads a drawn state. @param root the zoomed block */
export function draw(lines: readonly string[], root: string | null = null): OutlineState {
  let focus: Focus = null
  const rows = lines.map((line) => {
    const [, selected, indent = '', folded, referred, id = '', drawn = ''] = LINE.exec(line)!
    const parts = drawn.replaceAll('⏎', '\n').split('|')
    const content = parts.join('')
    if (parts.length > 1) {
      const field = fieldOf(content)
      const [start, end] = [parts[0]!.length, content.length - parts.at(-1)!.length]
      focus = { kind: 'caret', id, text: field.text, start: toField(field, start), end: toField(field, end) }
    }
    if (selected) focus = { kind: 'blocks', anchor: focus?.kind === 'blocks' ? focus.anchor : id, head: id }
    return { id, depth: indent.length / 2, content, folded: folded === '+', referred: referred === '*' }
  })
  return { ...outlineState(outlineOf('p', rows), root), focus }
}

/** Draws a state. */
export function drawn(state: OutlineState): string[] {
  const { outline, focus } = state
  const selected = focus?.kind === 'blocks' ? new Set(pickedBlocks(state)) : new Set<string>()
  const lines: string[] = []
  const add = (id: string, depth: number): void => {
    const block = outline.blocks.get(id)!
    let text = block.content
    if (focus?.kind === 'caret' && focus.id === id) {
      const field = fieldOf(text)
      const ends = [...new Set([focus.start, focus.end])].map((at) => toContent(field, at))
      for (const at of ends.toReversed()) text = `${text.slice(0, at)}|${text.slice(at)}`
    }
    const flags = (block.folded ? '+' : '') + (block.referred ? '*' : '')
    const mark = selected.has(id) ? '>' : ''
    lines.push(`${mark}${'  '.repeat(depth)}${flags}${id}:${text.replaceAll('\n', '⏎')}`)
    for (const child of block.children) add(child, depth + 1)
  }
  for (const id of outline.top) add(id, 0)
  return lines
}

/** New ids are `n1`, `n2` and so on. It is 11:00. */
export function surroundings(today = 20261120) {
  let count = 0
  return { newId: () => `n${++count}`, today, minute: 660 }
}

/** Runs commands one after another, and expects each to be done. */
export function done(state: OutlineState, ...commands: readonly Command[]): OutlineState {
  const around = surroundings()
  let at = state
  for (const command of commands) {
    const outcome = runCommand(at, command, around)
    if (!outcome.done) throw new Error(`${command.do} was not done: ${JSON.stringify(outcome)}`)
    at = outcome.state
  }
  return at
}

/** The outcome of one command. */
export const outcomeOf = (state: OutlineState, command: Command): Outcome =>
  runCommand(state, command, surroundings())

/** The contents of all blocks by id, and their places. */
export const shapeOf = (outline: Outline) =>
  drawn(outlineState(outline)).map((line) => line.replace(/^( *)\+?\*?/, '$1'))
