/** A typical Obsidian vault: the result of its import, and the same graph after export and import. */
import { parseBlock } from '@notegraph/block-text'
import { expect, test } from 'vitest'
import { planFolder, readNote, withFiles } from '../src/index.ts'
import { exported, imported, outlineOf, partsIn, type TestGraph } from './graph.ts'

const DAILY = '{"format":"YYYY/MM/DD.MM.YYYY","folder":"Daily","template":"Templates/Day"}'
const VAULT: { readonly [path: string]: string } = {
  'Home.md': `---
aliases: [Start, "My, home"]
tags: moc project
cssclasses:
---
Welcome, see [[Project#Goals]], [[Project#Goals|the goals]], [[#Next]] and [[Project#^why]].

> [!tip]- Fold me
> With **bold** and [[Project|a label]].

![[Project#^why]]
![[boat.png|300]]

Next
----

1. first
2. second [[20.11.2026]]

%%
- hidden [[Project]]

still hidden
%%
`,
  'Project.md': `---
created: {{date}}
status: open
---
**Owner**:: [[Ann]]

# Goals

Because it matters. ^why

- [ ] pay #task ⏫ 🔁 every month 📅 2026-11-20
- [/] write [effort:: 3]
    - [x] outline ✅ 2026-11-19
- [-] sing
1. [ ] numbered

> [!todo] In a callout
> - [ ] call ⏳ 2026-11-21

<!--
# not a heading

- not an item
-->

\`\`\`dataview
TABLE file.ctime WHERE [x:: y]
\`\`\`

| a | b |
| - | - |
| [[Home\\|h]] | 2 |

^table
`,
  'Daily/2026/11/20.11.2026.md': '- [ ] today\n- see [[Home]] and [[21.11.2026]]\n',
  'Templates/Day.md': '---\ncreated: {{date:YYYY-MM-DD}}\n---\n# <% tp.date.now() %>\n\n- [ ] {{title}}\n',
}
const OTHERS = ['boat.png', 'Tasks.base', '.obsidian/app.json', '.obsidian/daily-notes.json']
const FILES = [['f1', 'boat.png']] as const

const notes = () => {
  const plan = planFolder([...Object.keys(VAULT), ...OTHERS], undefined, undefined, {}, undefined, DAILY)
  expect(plan).toMatchObject({ style: 'notes', assets: ['Tasks.base', 'boat.png'], unread: [] })
  return plan.notes.map(({ path }) => {
    const read = readNote(plan, path, VAULT[path]!, partsIn(plan, new Map(Object.entries(VAULT))))
    if (!read.ok) throw new Error(read.unread[0]!.why)
    return withFiles(read.note, (asset) => (asset === 'boat.png' ? 'f1' : undefined))
  })
}

test('a vault reads as Obsidian shows the notes', () => {
  const [day, home, project, template] = notes()
  expect(day).toMatchObject({ name: '20.11.2026', kind: 'journal', day: 20_261_120 })
  expect(outlineOf(day!)).toEqual(['TODO today', 'see [[Home]] and [21.11.2026]([[2026-11-21]])'])
  expect(home!.props).toEqual([
    ['alias', 'Start, [[My, home]]'],
    ['tags', 'moc, project'],
  ])
  const why = project!.blocks[0]!.children[0]!.id
  expect(outlineOf(home!)).toEqual([
    `Welcome, see [Project#Goals]([[Project]]), [the goals]([[Project]] "Project#Goals"), [#Next](#Next) and [Project#^why](((${why}))).`,
    '> [!tip]- Fold me⏎> With **bold** and [a label]([[Project]]).',
    `{{embed ((${why}))}}⏎![boat.png|300](/api/files/f1)`,
    '## Next',
    '\t1. first⏎2. second [[20.11.2026]]',
    '\t%%⏎- hidden [[Project]]⏎⏎still hidden⏎%%',
  ])
  expect(project!.props).toEqual([
    ['created', '{{date}}'],
    ['status', 'open'],
    ['owner', '[[Ann]]'],
  ])
  expect(outlineOf(project!)).toEqual([
    '# Goals',
    '\tBecause it matters. ^why',
    '\tTODO [#A] pay #task⏎DEADLINE: <2026-11-20 Fri +1m>',
    '\tDOING write⏎effort:: 3',
    '\t\tDONE outline ✅ 2026-11-19',
    '\tCANCELED sing',
    '\tTODO 1. numbered',
    '\t> [!todo] In a callout',
    '\t\tTODO call⏎SCHEDULED: <2026-11-21 Sat>',
    '\t<!--⏎# not a heading⏎⏎- not an item⏎-->',
    '\t```dataview⏎TABLE file.ctime WHERE [x:: y]⏎```',
    '\t| a | b |⏎| - | - |⏎| [h]([[Home]]) | 2 |⏎⏎^table',
  ])
  expect(template!.props).toEqual([['created', '{{date:YYYY-MM-DD}}']])
})

test('links to headings create no tags', () => {
  const tags = notes().flatMap((note) =>
    outlineOf(note).flatMap((text) => parseBlock(text.trim().replaceAll('⏎', '\n')).tags),
  )
  expect(tags).toEqual(['task'])
})

test('import, export, import gives the same graph, and the same files again', () => {
  const first: TestGraph = {
    files: FILES,
    pages: notes().map(({ day, name, props, blocks }, page) => {
      const flat = outlineOf({ blocks } as Parameters<typeof outlineOf>[0])
      return {
        id: day === undefined ? `p${page}` : `journal-${day}`,
        name,
        props,
        blocks: flat.map((text, i) => ({
          depth: /^\t*/u.exec(text)![0].length,
          content: text.trimStart().replaceAll('⏎', '\n'),
          id: `p${page}-${i}`,
        })),
      }
    }),
  }
  const folder = exported(first)
  const second = imported(folder, FILES)
  const byId = ({ pages }: TestGraph) => pages.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(byId(second)).toEqual(byId(first))
  expect(exported(second)).toEqual(folder)
  expect(folder.get('pages/Project.md')).toContain(
    '- TODO [#A] pay #task\n\t  DEADLINE: <2026-11-20 Fri +1m>\n',
  )
})
