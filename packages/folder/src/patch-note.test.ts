import { blockLines } from '@notegraph/block-text'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noteOutline } from './note-outline.ts'
import { walk } from './outline-draft.ts'
import { fileText, flatten, patchNote, planFolder, readNote, type PatchBlock } from './index.ts'

const PATH = 'pages/Peas.md'
const PLAN = planFolder([PATH, 'logseq/config.edn'], '{:file/name-format :triple-lowbar}')

interface Row {
  readonly depth: number
  readonly content: string
  readonly id?: string
}
interface Page {
  readonly rows: readonly Row[]
  readonly props: readonly (readonly [string, string])[]
}

function read(text: string): Page {
  const { note } = readNote(PLAN, PATH, text) as Extract<ReturnType<typeof readNote>, { ok: true }>
  const rows = flatten(note.blocks).map(({ depth, content, id }) => ({
    depth,
    content,
    ...(id !== undefined && { id }),
  }))
  return { rows, props: note.props }
}

type New = Row & { readonly from?: number }

/** Writes a page into a text. */
function patched(
  text: string,
  now: readonly New[],
  changed: ReadonlyMap<string, string | undefined> = new Map(),
): string | undefined {
  const { rows, props } = read(text)
  const blocks = now.map(({ depth, content, from }): PatchBlock => ({
    depth,
    lines: blockLines(content, 0),
    ...(from !== undefined && { from }),
    isSame: from !== undefined && rows[from]!.content === content,
  }))
  const head = props.map(([key, value]) => `${key}:: ${value}`)
  return patchNote(
    PLAN,
    PATH,
    text,
    { blocks, depths: rows.map(({ depth }) => depth), head, changed },
    (next) => {
      const other = read(next)
      if (changed.size === 0 && JSON.stringify(other.props) !== JSON.stringify(props)) return 'head'
      const at = now.findIndex(
        ({ depth, content }, i) => other.rows[i]?.depth !== depth || other.rows[i].content !== content,
      )
      return at < 0 && other.rows.length !== now.length ? now.length - 1 : at < 0 ? undefined : at
    },
  )
}

const sameRows = (text: string): New[] => read(text).rows.map((row, from) => ({ ...row, from }))

describe('a block', () => {
  const TEXT =
    '\uFEFFtags:: [[Vegetable]]\r\nkind::\r\n\r\n\r\n- sow\r\n\r\n  - early\r\n    - in rows\r\n- pick\r\n\t  late\r\n- eat'
  const added = (at: number, row: Row): string => {
    const rows = sameRows(TEXT)
    rows.splice(at, 0, row)
    return patched(TEXT, rows)!
  }
  test.each([
    ['at the end', 3, { depth: 0, content: 'new' }, 'eat', 'eat\r\n- new'],
    ['below another', 1, { depth: 1, content: 'new' }, '\r\n\r\n  - early', '\r\n  - new\r\n\r\n  - early'],
    ['with lines', 3, { depth: 0, content: 'new\nline' }, '- eat', '- eat\r\n- new\r\n  line'],
  ])('[S1] added %s changes no other line', (_, at, row, was, is) => {
    const { length } = read(TEXT).rows
    expect(added(Math.min(at === 3 ? length : at, length), row)).toBe(TEXT.replace(was, is))
  })

  test('[S1] changed, moved or removed, leaves the other lines as they were', () => {
    const text =
      'a:: 1\n\n# Head\n\nwords\n\nmore words\n\n- one\n    - two\n\n    - three\n- four\n  created-at:: 1700000000000\n'
    const rows = sameRows(text)
    const index = (content: string) => rows.findIndex((row) => row.content.startsWith(content))
    const change = (content: string, to: string) =>
      patched(text, rows.with(index(content), { ...rows[index(content)]!, content: to }))
    expect(change('four', 'five')).toBe(text.replace('four', 'five'))
    expect(change('two', 'five\nsix')).toBe(text.replace('- two\n', '- five\n      six\n'))
    expect(change('more', 'five')).toBe(text.replace('more words', 'five'))
    expect(change('# Head', '# Other')).toBe(text.replace('# Head', '# Other'))
    expect(patched(text, rows.toSpliced(index('three'), 1))).toBe(text.replace('    - three\n', ''))
    expect(patched(text, rows.toSpliced(index('more'), 0, { depth: 1, content: 'new' }))).toBe(
      text.replace('more', 'new\n\nmore'),
    )
  })

  test('[S1] one of several lines with the time of a block is its own, and the others are words', () => {
    const text = '- a\n  created-at:: 1700000000000\n  created-at:: 1700000000000\n- b'
    const rows = sameRows(text)
    expect(patched(text, rows.with(0, { ...rows[0]!, content: 'new' }))).toBe(
      '- new\n  created-at:: 1700000000000\n- b',
    )
  })

  test('[S1] added before one whose indent is of tabs takes this indent', () => {
    const text = '  - d\n\t\t- e'
    expect(patched(text, sameRows(text).toSpliced(1, 0, { depth: 1, content: 'new' }))).toBe(
      '  - d\n\t\t- new\n\t\t- e',
    )
  })

  test.each([[new Map([['kind', 'kind:: pea']]), 'a:: 1\n---\n', 'a:: 1\n---\nkind:: pea\n']])(
    '[S1] properties %o',
    (changed, was, is) => {
      const text = '---\na:: 1\n---\n\n- x\n'
      expect(patched(text, sameRows(text), changed)).toBe(text.replace(was, is))
    },
  )
})

describe('[S1] the comments of a head', () => {
  const TEXT = '---\ndue:\nup: "[[Home]]" # parent\nid: 7\n# seen\n---\n* rows\n'
  const rows = sameRows(TEXT)

  test('become blocks below a new one, and the properties stay as written', () => {
    expect(rows.map(({ content }) => content)).toEqual(['parent\nseen', 'rows'])
    expect(patched(TEXT, [{ depth: 0, content: 'from afar' }, ...rows])).toBe(
      '---\ndue:\nup: "[[Home]]"\nid: 7\n---\n\n* from afar\n* parent\n  seen\n* rows\n',
    )
  })

  test('stay beside a property that gets another value', () => {
    expect(patched(TEXT, rows, new Map([['up', 'up:: [[Garden]]']]))).toBe(
      '---\ndue:\n# parent\nid: 7\n# seen\n---\nup:: [[Garden]]\n* rows\n',
    )
  })
})

const LINES = [
  '- a', '- b', '\t- c', '  - d', '\t\t- e', '    - f', '-', '- ', '* g', '# H', '## H2', 'words', '  words', '\tmore', '', '', '  ',
  '```', '```js', '- ```', '  ```', '\t  ```', 'key:: value', 'Key:: other', '  key:: in', '  id:: 64fee82e-c031-436a-add0-0ea0d494fad0',
  '---', 'tags: #x', 'tags:: a', 'tags:: b', 'alias:: c', 'empty::', '> quote', '1. one', '| a | b |', 'TODO do', '- TODO do',
  '  SCHEDULED: <2026-11-20 Fri>', ':LOGBOOK:', ':END:', '  :LOGBOOK:', '  :END:', '$$', '- $$', '#+BEGIN_QUOTE', '#+END_QUOTE', '  created-at:: 1700000000000',
  '  collapsed:: true', 'title: x', '# comment', '-\tg', '-   wide', '- - two', 'x:: - y', '+ plus',
] // prettier-ignore

const texts = fc
  .tuple(
    fc.array(fc.constantFrom(...LINES), { maxLength: 14 }),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(
    ([lines, end, isEnded, isMarked]) => `${isMarked ? '\uFEFF' : ''}${lines.join(end)}${isEnded ? end : ''}`,
  )

/** Lines without the empty one that a last line break leaves. */
const linesOf = (text: string): string[] => text.replace(/^\uFEFF/u, '').split(/(?<=\n)/u).map((line) => line.replace(/\r?\n$/u, '')).filter((line, i, all) => line !== '' || i < all.length - 1) // prettier-ignore

/** The number of lines that two texts begin or end with. */
function shared(a: readonly string[], b: readonly string[]): number {
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return start + end
}

/** The kinds of a text's blocks below its head. */
function kindsOf(text: string): string[] {
  const kinds: string[] = []
  walk(noteOutline(PLAN, PATH, fileText(text)).blocks, ({ kind }) => kinds.push(kind))
  return kinds
}

describe('[S1] a file of any lines', () => {
  test('whose page is the same keeps its text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(patched(text, sameRows(text))).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })

  test('with one block added, changed or removed differs by that block alone, unless paragraphs follow', () => {
    let strict = 0
    fc.assert(
      fc.property(texts, fc.nat(), fc.constantFrom('add', 'change', 'remove'), (text, place, edit) => {
        const rows = sameRows(text)
        const kinds = kindsOf(text)
        const heads = rows.length - kinds.length
        const at = heads + (place % (kinds.length + (edit === 'add' ? 1 : 0)) || 0)
        const row = rows[at]
        const isOuter = (rows[at + 1]?.depth ?? 0) > (row?.depth ?? 0)
        if (edit !== 'add' && (row === undefined || (isOuter && edit === 'remove'))) return
        const depth = row?.depth ?? 0
        if (edit === 'add' && depth > 0 && at === heads) return
        const now =
          edit === 'add'
            ? rows.toSpliced(at, 0, { depth, content: 'new words' })
            : edit === 'change'
              ? rows.with(at, { ...row!, content: 'new words' })
              : rows.toSpliced(at, 1)
        const next = patched(text, now)
        if (kinds.slice(at - heads).includes('paragraph') || kinds.slice(at - heads).includes('heading'))
          return
        if (kinds.slice(0, at - heads + 1).some((kind) => kind !== 'item')) return
        strict++
        const [before, after] = [linesOf(text), linesOf(next!)]
        expect(next!.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'))
        expect(!text.endsWith('\n') || after.length === 0 || next!.endsWith('\n')).toBe(true)
        const differing = (edit === 'add' ? before : after).length - shared(before, after)
        expect(differing).toBeLessThanOrEqual(edit === 'change' ? 1 + own(text, at - heads) : 0)
      }),
      { numRuns: 4_000 },
    )
    expect(strict).toBeGreaterThan(300)
  })
})

/** The number of a block's own lines that an edit keeps: its id and its times. */
const own = (text: string, index: number): number => {
  const blocks: (readonly string[])[] = []
  walk(noteOutline(PLAN, PATH, fileText(text)).blocks, ({ lines }) => blocks.push(lines))
  return (blocks[index] ?? []).slice(1).filter((line) => /^(?:id|created-at)::/u.test(line)).length
}
