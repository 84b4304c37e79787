/**
 * Each construct of Markdown, Logseq, Obsidian and Org on its way through Notegraph: read from a folder, shown in the app,
 * exported, and published. The table in `docs/constructs.md` is written by `vitest -u`.
 * @see sharing 10
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { diskFolder, diskTarget } from '@notegraph/host'
import { exportFolder, importFolder } from '@notegraph/service'
import { afterAll, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { signedIn } from './web-browser.ts'

const it = useSite()
const folder = mkdtempSync(join(tmpdir(), 'notegraph-constructs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const CONSTRUCTS: readonly (readonly [from: string, source: string])[] = [
  ['Markdown', '**bold** *italic* ~~struck~~ `code`'],
  ['Markdown', '## heading'],
  ['Markdown', '[words](https://a.example/x)'],
  ['Markdown', '![boat](https://a.example/boat.png)'],
  ['Markdown', '![lost](../assets/no such picture.png)'],
  ['Markdown', 'press <kbd>K</kbd> H<sub>2</sub>O<br>next'],
  ['Markdown', '<span style="color: red">red</span>'],
  ['Markdown', '<iframe src="https://a.example/v"></iframe>'],
  ['Markdown', 'words <!-- hidden -->'],
  ['Markdown', 'a note[^1]\n[^1]: more words'],
  ['Obsidian', 'a note^[more words] here'],
  ['Markdown', '$x^2$'],
  ['Markdown', '| a | b |\n| - | - |\n| 1 | 2 |'],
  ['Markdown', '> quoted words'],
  ['Markdown', '1. first\n2. second'],
  ['Markdown', '<u>under</u> <mark>marked</mark> x<sup>2</sup>'],
  ['Markdown', '```js\nlet x = 1\n```'],
  ['Markdown', '```mermaid\ngraph TD\n  A --> B\n```'],
  ['Logseq', '[[Second]] and #Second'],
  ['Logseq', 'TODO buy rope'],
  ['Logseq', 'WAITING [#A] sail\nSCHEDULED: <2026-12-01 Tue>'],
  ['Logseq', '[[2026-12-01]]'],
  ['Logseq', 'see [the words]([[Second]])'],
  ['Logseq', '#+BEGIN_TIP\nwords\n#+END_TIP'],
  ['Logseq', 'words\n:LOGBOOK:\nCLOCK: [2026-01-01 Thu]\n:END:'],
  ['Logseq', '{{query (todo TODO)}}'],
  ['Logseq', 'query-table:: true\nquery-properties:: [:page :block]\n{{query (todo TODO)}}'],
  ['Logseq', '#+BEGIN_QUERY\n{:title "All tasks" :query [:find (pull ?b [*])]}\n#+END_QUERY'],
  ['Logseq', 'a {{renderer :timer}} b'],
  ['Logseq', '{{cloze hidden}}'],
  ['Logseq', '{{video https://a.example/v}}'],
  ['Logseq', '{{tweet https://a.example/t}}'],
  ['Logseq', '{{embed [[Second]]}}'],
  ['Logseq', '[:div [:b "bold"] " words"]'],
  ['Logseq', 'shop:: corner'],
  ['Obsidian', 'words %%hidden%%'],
  ['Obsidian', 'an idea ^idea-1'],
  ['Obsidian', '==marked=='],
  ['Obsidian', '![[Second]]'],
  ['Obsidian', '> [!note] title\n> words'],
  ['Obsidian', '- [ ] a box'],
  ['Obsidian', '#nested/tag'],
  ['Obsidian', '![[lost.png]]'],
  ['Obsidian', '```dataview\nLIST FROM #book\n```'],
  ['Org', 'words\n#+BEGIN_COMMENT\nhidden\n#+END_COMMENT'],
  ['Org', '#+BEGIN_QUOTE\nquoted words\n#+END_QUOTE'],
  ['Org', '#+BEGIN_SRC js\nlet x = 1\n#+END_SRC'],
]

/** The words of HTML on one line, with what links and marks them. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<(?:math|annotation)[^]*?<\/math>/g, 'formula')
    .replaceAll(/<div class="diagram">([^]*?)<\/div>/g, '$1 (diagram)')
    .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/g, (_, to: string, words: string) =>
      words.replaceAll(/<[^>]*>/g, '').trim() === ''
        ? ''
        : `${words} (link${to.startsWith('http') ? ' to the web' : ''})`,
    ) // prettier-ignore
    .replaceAll(/<\/(?:p|div|dt|dd|li|h\d)>|<br>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ')
    .trim()

const cell = (text: string): string => (text === '' ? 'nothing' : text.replaceAll('|', String.raw`\|`))
const code = (text: string): string => `\`\` ${text.replaceAll('\n', '⏎')} \`\``
const same = (text: string | undefined, source: string): string =>
  text === source ? 'as written' : code(text ?? '')

test('[S10] the table of constructs', async () => {
  mkdirSync(join(folder, 'notes/pages'), { recursive: true })
  const files: [string, string][] = CONSTRUCTS.map(([, source], n) => [
    `c${n}`,
    source.replaceAll('\n', '\n  '),
  ])
  for (const [name, text] of [...files, ['Second', 'second words']])
    writeFileSync(join(folder, `notes/pages/${name}.md`), `- ${text}\n`)
  const account = { id: 'me', quota: Infinity }
  const { store, blobs, graph } = it.api
  await importFolder(store, blobs, account, diskFolder(join(folder, 'notes')), { now: NOON })
  await exportFolder(store, blobs, account.id, diskTarget(join(folder, 'export')))
  await it.publish({ pages: [...files.map(([name]) => name), 'Second'] })
  const owner = await signedIn(it.api)
  const rows: string[] = []
  for (const [n, [from, source]] of CONSTRUCTS.entries()) {
    const { id } = (await graph.pages.findByName(`c${n}`))!
    const { blocks } = await graph.blocks.listByPage(id, { limit: 10, offset: 0 })
    const read = blocks[0]?.content ?? ''
    const out = readFileSync(join(folder, `export/pages/c${n}.md`), 'utf8')
      .replace(/^- /, '')
      .replace(/\n$/, '')
    const { html } = await it.open(`/c${n}`)
    const published = /<div class="outline">([^]*?)<\/ul><\/div>/.exec(html)?.[1] ?? ''
    expect([source, /\{\{(?!query)|\[:div|&lt;kbd|hidden-|%%/.test(published)]).toEqual([source, false])
    const own = await (await owner.get(`/graph/page?name=c${n}`)).text()
    const app = /<div class="block"[^>]*>([^]*?)<\/li>/.exec(own)?.[1] ?? own.slice(own.indexOf('<main'))
    rows.push(
      `| ${from} | ${code(source)} | ${same(read, source)} | ${cell(wordsOf(app))} | ${same(out.replaceAll('\n  ', '\n'), source)} | ${cell(wordsOf(published))} |`,
    )
  }
  const path = fileURLToPath(new URL('../../../docs/constructs.md', import.meta.url))
  await expect(
    `${HEAD}\n<!-- prettier-ignore -->\n| from | written | read | shown in the app | exported | on a published site |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`,
  ).toMatchFileSnapshot(path)
})

const HEAD = `# Constructs of notes

How each construct is read from a folder, shown in the app, exported, and shown on a published site or a shared page. A test writes this
table from notes that take this way. “As written” means the same characters. \`⏎\` is the end of a line.
`
