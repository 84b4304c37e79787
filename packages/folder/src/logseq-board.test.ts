import { describe, expect, test } from 'vitest'
import { outlineOf, planOf, read } from '../test/graph.ts'
import { readForm } from './edn-value.ts'
import { planFolder } from './plan.ts'
import { readNote } from './read-note.ts'

const X = '60ab7486-1318-48cc-85bc-02561429e331'
const shape = (words: string): string =>
  `{:block/properties {:ls-type :whiteboard-shape, :logseq.tldraw.shape {${words}}}, :block/created-at 1659340800000}`
const BOARD = `{:blocks (${[
  ':type "text", :text "below", :point [0 300]',
  ':type "text", :text "right \\"quoted\\"", :point [50.5 -10]',
  ':type "ellipse", :label "left [[Page]]", :point [-3 -10]',
  `:type "logseq-portal", :pageId "Page", :blockType "P", :point [0 400]`,
  `:type "logseq-portal", :pageId "${X}", :blockType "B", :point [0 500]`,
  ':type "image", :assetId "a1", :point [0 600]',
  ':type "youtube", :url "https://a.example/x", :point [0 700]',
  ':type "line", :text "", :label "", :point [0 0]',
].map(shape).join(' ')}),
 :pages ({:block/uuid #uuid "${X}", :block/name "my board", :block/original-name "My Board", :block/created-at 1659340800000,
  :block/properties {:logseq.tldraw.page {:id "x", :assets [{:id "a1", :src "../assets/x.png"}]}}})}` // prettier-ignore
const plan = planOf(new Map([['whiteboards/b.edn', ''], ['assets/x.png', ''], ['pages/Page.md', '']])) // prettier-ignore

describe('a whiteboard of Logseq', () => {
  test('gives its text from top to bottom', () => {
    const note = read(plan, 'whiteboards/b.edn', BOARD)
    expect(note).toMatchObject({ name: 'My Board', kind: 'whiteboard', assets: ['assets/x.png'] })
    expect(outlineOf(note)).toEqual([
      'left [[Page]]',
      'right "quoted"',
      'below',
      '[[Page]]',
      `((${X}))`,
      '![](../assets/x.png)',
      'https://a.example/x',
    ])
    expect(note.unread).toEqual([expect.objectContaining({ file: 'whiteboards/b.edn', line: 1 })])
  })

  test('that is invalid is reported', () => {
    const result = readNote(plan, 'whiteboards/b.edn', '[1 2]')
    expect(result).toMatchObject({ ok: false, unread: [{ file: 'whiteboards/b.edn', line: 1 }] })
  })

  test('is read within the limits', () => {
    const limited = planFolder(['whiteboards/b.edn'], undefined, undefined, { blocks: 3, nesting: 10 })
    expect(readNote(limited, 'whiteboards/b.edn', BOARD)).toMatchObject({ ok: false })
    expect(readNote(limited, 'whiteboards/b.edn', `{:blocks ${'['.repeat(50)}`)).toMatchObject({ ok: false })
  })
})

describe('EDN', () => {
  test.each([
    ['{:a "b" :c [1 {:d nil}]}', new Map<string, unknown>([[':a', 'b'], [':c', ['1', new Map([[':d', 'nil']])]]])], // prettier-ignore
    ['#uuid "x" 2', 'x'],
    ['#{1 2}', ['1', '2']],
    ['({:a 1', [new Map([[':a', '1']])]],
    [')', undefined],
    ['', undefined],
  ])('%j', (text, expected) => expect(readForm(text)).toEqual(expected))
})

describe('times of pages-metadata.edn', () => {
  const metadata =
    '({:block/name "ada lovelace", :block/created-at 1659340800000, :block/updated-at 1659340900000} {:block/name "x", :block/created-at soon} 7)'
  const times = planFolder(['pages/Ada Lovelace.md'], undefined, undefined, {}, metadata)

  test('apply to pages whose notes have no times', () => {
    expect(read(times, 'pages/Ada Lovelace.md', '- a')).toMatchObject({
      createdAt: 1_659_340_800_000,
      updatedAt: 1_659_340_900_000,
    })
  })

  test('a note with its own time keeps that time', () => {
    const note = read(times, 'pages/Ada Lovelace.md', 'created-at:: 1600000000000\n\n- a')
    expect(note).toMatchObject({ createdAt: 1_600_000_000_000, updatedAt: 1_659_340_900_000 })
  })

  test('an invalid text has no times', () =>
    expect(planFolder([], undefined, undefined, {}, '{[').times.size).toBe(0))
})

test('a Logseq database is reported with the way to export it', () => {
  for (const path of ['db.sqlite', 'logseq/db.sqlite', 'graph/db.sqlite'])
    expect(planFolder([path]).unread).toEqual([{ file: path, line: 1, why: expect.stringMatching(/Export graph.*Markdown/u) }]) // prettier-ignore
})
