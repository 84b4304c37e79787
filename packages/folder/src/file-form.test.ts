import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileForm, pageRecords, planExport, planFolder, readNote, writeNote } from './index.ts'

/** The file that an export writes for the page of a file. */
function exported(path: string, text: string, config?: string): { path: string; text: string } {
  const plan = planFolder(['logseq/config.edn', path], config)
  const read = readNote(plan, path, text)
  if (!read.ok) throw new Error('not read')
  let ids = 0
  const [page] = pageRecords([read.note], { now: 1, newId: () => `new-${ids++}` })
  const file = fileForm(plan, read.note, { text })
  const record = {
    ...page!.record,
    props: {
      ...page!.record.props,
      name: { v: read.note.name, at: 1 },
      ...(file !== undefined && { ':file': { v: file, at: 1 } }),
    },
  }
  const layout = planExport({
    pages: [record],
    files: new Map(),
    referenced: () => false,
    ...(config !== undefined && { config }),
  })
  return writeNote({ ...page!, record }, layout)
}

const LINE = fc.oneof(
  fc.constantFrom(
    '- a',
    '-',
    '- ',
    '-  b',
    '* a',
    '+ x',
    '\t- c',
    '\t\t- d',
    '  - e',
    '    - f',
    ' - g',
    '\t  more',
  ),
  fc.constantFrom('', ' ', '\t', 'words', '  words', '# One', '## Two', '```', '  ```', '$$', '> q', '| a |'),
  fc.constantFrom(
    'a:: b',
    'tags:: x, y',
    'tags:: z',
    'title:: T',
    'id:: p',
    '  id:: 64fee82e-c031-436a-add0-0ea0d494fad0',
    '  key:: v',
    '  hl-page:: 1\n  id:: 64fee82e-c031-436a-add0-0ea0d494fad1',
  ),
  fc.constantFrom(
    ':PROPERTIES:',
    ':END:',
    ':LOGBOOK:',
    '  ls-type:: annotation',
    '  heading:: true',
    '---',
    'key: value',
    'collapsed:: true',
  ),
  fc.constantFrom(
    '  created-at:: 1609250283049',
    '** b',
    '*** c',
    '#+TITLE: X',
    '#+begin_src',
    '#+end_src',
    ':id: 1',
  ),
)

describe('[operations, Import and export] the form of a file', () => {
  test.each(['- a\n  ls-type:: annotation\n', '* a\n  ls-type:: annotation\n  hl-page:: 1\n'])(
    'of highlights without ids comes back: %j',
    (text) => expect(exported('pages/hls__x.md', text)).toMatchObject({ text }),
  )

  test('[E1] of hundreds of highlights, whose ids are last, comes back', () => {
    const id = (n: number): string => `64fee82e-c031-436a-add0-${String(n).padStart(12, '0')}`
    const highlight = (n: number): string =>
      `- words ${n}\n  ls-type:: annotation\n  hl-page:: ${n}\n  id:: ${id(n)}\n\t- a note\n\t  id:: ${id(n + 1_000)}\n`
    const text = Array.from({ length: 600 }, (_, n) => highlight(n)).join('')
    expect(exported('pages/hls__x.md', text)).toMatchObject({ text })
  })

  test.each(['pages/A.md', 'pages/A.org', 'journals/2026_11_19.md', 'deep/er/A.markdown'])(
    'of any lines comes back: %s',
    (path) =>
      fc.assert(
        fc.property(
          fc.array(LINE, { maxLength: 12 }),
          fc.constantFrom('\n', '\r\n'),
          fc.boolean(),
          fc.boolean(),
          (lines, end, isEnded, isMarked) => {
            const text = (isMarked ? '\uFEFF' : '') + lines.join(end) + (isEnded ? end : '')
            expect(exported(path, text)).toMatchObject({ path, text })
          },
        ),
        { numRuns: 1_000 },
      ),
  )
})
