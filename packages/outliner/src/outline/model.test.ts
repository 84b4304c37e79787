/** Random commands: against a plain model of lines with depths, and for what holds after any command. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shapeOf, surroundings } from '../../test/drawn.ts'
import { runCommand, type Command } from './command.ts'
import { fieldOf } from './field.ts'
import { applyEdit, inverseOf, type Edit } from './operation.ts'
import { branchOf, outlineOf, type Outline, type OutlineRow } from './outline.ts'
import { caretIn, outlineState, pickedRoots, type OutlineState } from './state.ts'
import { isVisible, visibleBlocks } from './visible.ts'

const letter = (code: number): string => String.fromCodePoint(code)

/** Greek letters that no other block has, so that none can be lost unseen. */
const rows = (extra: readonly string[]) =>
  fc
    .array(fc.tuple(fc.nat(3), fc.constantFrom('', ...extra), fc.boolean(), fc.boolean()), {
      minLength: 1,
      maxLength: 8,
    })
    .map((drawn) => {
      let above = -1
      return drawn.map(([wanted, more, folded, referred], i): OutlineRow => {
        const depth = Math.min(wanted, above + 1)
        above = depth
        return {
          id: `b${i}`,
          depth,
          content: `${letter(0x3b1 + i)}${letter(0x391 + i)}${more}`,
          folded,
          referred,
        }
      })
    })

interface Line {
  readonly id: string
  readonly depth: number
  readonly text: string
}

const linesOf = (outline: Outline): Line[] => {
  const lines: Line[] = []
  const add = (ids: readonly string[], depth: number): void => {
    for (const id of ids) {
      const block = outline.blocks.get(id)!
      lines.push({ id, depth, text: block.content })
      add(block.children, depth + 1)
    }
  }
  add(outline.top, 0)
  return lines
}

const SIMPLE = ['split', 'nest', 'unnest', 'joinUp', 'joinDown', 'moveUp', 'moveDown'] as const

/** The lines of an unfolded page without any syntax after a command; `undefined` if it does nothing. */
function expected(lines: readonly Line[], at: number, caret: number, command: string): Line[] | undefined {
  const { id, depth, text } = lines[at]!
  const endOf = (from: number): number => {
    const next = lines.findIndex((line, i) => i > from && line.depth <= lines[from]!.depth)
    return next < 0 ? lines.length : next
  }
  const end = endOf(at)
  const shifted = (by: number): Line[] =>
    lines.map((line, i) => (i >= at && i < end ? { ...line, depth: line.depth + by } : line))
  const joinedAt = (upper: number): Line[] => {
    const lower = upper + 1
    const by = lines[upper]!.depth - lines[lower]!.depth
    const below = endOf(lower)
    return lines.flatMap((line, i) => {
      if (i === upper) return [{ ...line, text: line.text + lines[lower]!.text }]
      if (i === lower) return []
      return [i > lower && i < below ? { ...line, depth: line.depth + by } : line]
    })
  }
  switch (command) {
    case 'split': {
      if (text === '')
        return depth === 0
          ? lines.toSpliced(at + 1, 0, { id: 'n1', depth: end > at + 1 ? 1 : 0, text: '' })
          : shifted(-1)
      if (caret === 0) return lines.toSpliced(at, 0, { id: 'n1', depth, text: '' })
      const hasChildren = end > at + 1
      const second = { id: 'n1', depth: hasChildren ? depth + 1 : depth, text: text.slice(caret) }
      return lines.toSpliced(at, 1, { id, depth, text: text.slice(0, caret) }, second)
    }
    case 'nest':
      return at > 0 && lines[at - 1]!.depth >= depth ? shifted(1) : undefined
    case 'unnest':
      return depth > 0 ? shifted(-1) : undefined
    case 'joinUp':
      return caret === 0 && at > 0 ? joinedAt(at - 1) : undefined
    case 'joinDown':
      return caret === text.length && at + 1 < lines.length ? joinedAt(at) : undefined
    case 'moveDown': {
      const next = lines[end]
      if (next?.depth === depth)
        return [
          ...lines.slice(0, at),
          ...lines.slice(end, endOf(end)),
          ...lines.slice(at, end),
          ...lines.slice(endOf(end)),
        ]
      if (next === undefined || next.depth !== depth - 1) return undefined
      return [...lines.slice(0, at), next, ...lines.slice(at, end), ...lines.slice(end + 1)]
    }
    default: {
      const parent = lines.findLastIndex((line, i) => i < at && line.depth === depth - 1)
      const before = lines.findLastIndex((line, i) => i < at && i > parent && line.depth === depth)
      if (before >= 0)
        return [
          ...lines.slice(0, before),
          ...lines.slice(at, end),
          ...lines.slice(before, at),
          ...lines.slice(end),
        ]
      const around = lines.findLastIndex((line, i) => i < parent && line.depth === depth - 2)
      const aunt = lines.findLastIndex((line, i) => i < parent && i > around && line.depth === depth - 1)
      if (parent < 0 || aunt < 0) return undefined
      return [
        ...lines.slice(0, parent),
        ...lines.slice(at, end),
        lines[parent]!,
        ...lines.slice(parent + 1, at),
        ...lines.slice(end),
      ]
    }
  }
}

test('[O3.1] each command does to the lines of a page what a plain model says', () => {
  fc.assert(
    fc.property(
      rows([]),
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...SIMPLE),
      fc.nat(4),
      (drawn, at, caret, command, empty) => {
        const plain = drawn.map((row, i) => ({
          ...row,
          content: i === empty ? '' : row.content,
          folded: false,
          referred: false,
        }))
        const outline = outlineOf('p', plain)
        const { id, content } = plain[at % plain.length]!
        const place = caret % (content.length + 1)
        const state = { ...outlineState(outline), focus: caretIn(outline, id, place) }
        const outcome = runCommand(state, { do: command }, surroundings())
        const wanted = expected(linesOf(outline), at % plain.length, place, command)
        expect(outcome.done && linesOf(outcome.state.outline)).toEqual(wanted ?? false)
      },
    ),
    { numRuns: 500 },
  )
})

const SYNTAX = [
  '\nid:: x',
  '\ncollapsed:: true',
  '\nk:: v',
  '\nSCHEDULED: <2026-11-20 Fri +1d>',
  '\nlogseq.order-list-type:: number',
  '\n```\ncode',
  '\nsecond line',
]
const pick = fc.nat(100)
const commands = fc.array(
  fc.oneof(
    fc.constantFrom<Command>(
      ...SIMPLE.map((name) => ({ do: name })),
      { do: 'cycleMarker' },
      { do: 'delete' },
      { do: 'addLast' },
      { do: 'fold' },
      { do: 'unfold' },
      { do: 'zoom' },
      { do: 'zoomOut' },
      { do: 'escape' },
      { do: 'selectUp' },
      { do: 'selectDown' },
      { do: 'extendUp' },
      { do: 'extendDown' },
      { do: 'selectAll' },
      { do: 'goUp', column: 1 },
      { do: 'goDown' },
      { do: 'foldTo', level: 2 },
      { do: 'store' },
    ),
    fc.tuple(pick, pick),
    fc.tuple(fc.constant('moveTo' as const), pick, pick),
    fc.constant('typed' as const),
  ),
  { maxLength: 30 },
)

/** A command for the state at hand from random numbers. */
function commandFor(state: OutlineState, drawn: unknown, count: number): Command {
  const shown = visibleBlocks(state.outline, state.root)
  const idAt = (n: number): string => shown[n % shown.length] ?? ''
  if (drawn === 'typed') {
    const text = state.focus?.kind === 'caret' ? `${letter(0x430 + count)} ${state.focus.text}` : ''
    return { do: 'type', text, start: 2, end: 2 }
  }
  if (!Array.isArray(drawn)) return drawn as Command
  if (drawn[0] === 'moveTo') {
    const [, from, to] = drawn as [string, number, number]
    return { do: 'moveTo', ids: [idAt(from)], where: { pageId: 'p', parentId: idAt(to), behind: null } }
  }
  return { do: 'edit', id: idAt(drawn[0] as number), at: (drawn[1] as number) % 4 }
}

/** The Greek and Cyrillic letters of all blocks. */
const lettersIn = (outline: Outline): string =>
  [...outline.blocks.values()]
    .flatMap(({ content }) => content.match(/[\u0370-\u04ff]/g) ?? [])
    .toSorted()
    .join('')

function checkTree({ outline, root, focus }: OutlineState): void {
  const reached = outline.top.flatMap((id) => branchOf(outline, id))
  expect(reached.toSorted()).toEqual([...outline.blocks.keys()].toSorted())
  for (const [id, block] of outline.blocks)
    for (const child of block.children) expect(outline.blocks.get(child)!.parentId).toBe(id)
  for (const id of outline.top) expect(outline.blocks.get(id)!.parentId).toBeNull()
  const rootIds = root === null ? [] : [root]
  expect(rootIds.every((id) => outline.blocks.has(id))).toBe(true)
  const ids = focus === null ? [] : focus.kind === 'caret' ? [focus.id] : [focus.anchor, focus.head]
  expect(ids.filter((id) => !isVisible(outline, root, id))).toEqual([])
  expect(focus?.kind === 'caret' ? focus.end <= focus.text.length : true).toBe(true)
}

test('[O3.1, O3.2] after random commands each block is there once, no word is lost, and undo leads back', () => {
  fc.assert(
    fc.property(rows(SYNTAX), commands, (drawn, list) => {
      const start = outlineOf('p', drawn)
      const around = surroundings()
      let state: OutlineState = { ...outlineState(start), focus: caretIn(start, 'b0', 1) }
      const steps: { edit: Edit; inverse: Edit }[] = []
      for (const [count, one] of list.entries()) {
        const command = commandFor(state, one, count)
        const outcome = runCommand(state, command, around)
        if (!outcome.done) continue
        const gone =
          command.do === 'delete'
            ? new Set(pickedRoots(state).flatMap((id) => branchOf(state.outline, id)))
            : new Set()
        const typed = applyEdit(state.outline, outcome.typed)
        const kept = { ...typed, blocks: new Map([...typed.blocks].filter(([id]) => !gone.has(id))) }
        for (const [edit, before] of [
          [outcome.typed, state.outline],
          [outcome.edit, typed],
        ] as const)
          if (edit.length > 0) steps.push({ edit, inverse: inverseOf(before, edit) })
        state = outcome.state
        checkTree(state)
        expect(lettersIn(state.outline)).toBe(lettersIn(kept))
        const { focus, outline } = state
        const caret = focus?.kind === 'caret' && command.do !== 'type' ? focus : undefined
        const shown = caret && fieldOf(outline.blocks.get(caret.id)!.content).text
        expect(shown).toBe(caret?.text)
      }
      const end = state.outline
      let outline = end
      for (const { inverse } of steps.toReversed()) outline = applyEdit(outline, inverse)
      expect(shapeOf(outline)).toEqual(shapeOf(start))
      for (const { edit } of steps) outline = applyEdit(outline, edit)
      expect(shapeOf(outline)).toEqual(shapeOf(end))
    }),
    { numRuns: 500 },
  )
})
