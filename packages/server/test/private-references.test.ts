/**
 * Every kind of reference from a page that readers see to one that they may not see. A page is read by a link, on a site,
 * and in the plain files of the site.
 * @see sharing 2, 3, 4
 */
import { describe, expect, test } from 'vitest'
import { useSite } from './published-site.ts'
import { NESTED_WORDS, SECRET_BLOCK, SECRET_WORDS, THIRD_BLOCK, THIRD_WORDS } from './shared-notes.ts'
import { staticFiles } from './static-files.ts'

/** A kind of reference, a block with one, and the words that it shows where its page may be seen. */
type PrivateReference = [kind: string, content: string, shown?: readonly string[], onSite?: readonly string[]]

/** References from `Boat` to private pages. `Hush` is an alias, so the name behind it would be news. */
const PRIVATE_REFERENCES: readonly PrivateReference[] = [
  ['a link', 'see [[Hush]] there'],
  ['a link with words', 'see [the plan]([[Hush]])'],
  ['a tag', 'see #Hush'],
  ['a tag with spaces', 'see #[[Hush]]'],
  ['an embedded page', '{{embed [[Hush]]}}', [SECRET_WORDS, NESTED_WORDS]],
  ['an embedded page in words', 'see ![[Hush]]'],
  ['a block reference', `see ((${SECRET_BLOCK}))`, [SECRET_WORDS]],
  ['a block reference with words', `see [the plan](((${SECRET_BLOCK})))`],
  ['an embedded block', `{{embed ((${SECRET_BLOCK}))}}`, [SECRET_WORDS, NESTED_WORDS]],
  ['a block reference in a property', `rain\nsee:: ((${SECRET_BLOCK}))`, [SECRET_WORDS]],
  ['a block reference in a heading', `# see ((${SECRET_BLOCK}))`, [SECRET_WORDS]],
  ['a block reference in a quote', `> see ((${SECRET_BLOCK}))`, [SECRET_WORDS]],
  ['a block reference in a table', `| a |\n|---|\n| ((${SECRET_BLOCK})) |`, [SECRET_WORDS]],
  [
    'a block reference in a task',
    `TODO see ((${SECRET_BLOCK}))\nSCHEDULED: <2026-11-20 Fri>`,
    [SECRET_WORDS],
  ],
  ['a block reference by its address', `see [x](#${SECRET_BLOCK})`],
  ['a link in a property', 'rain\nsee:: [[Hush]]'],
  ['a query', '{{query nested}}', [], [NESTED_WORDS]], // [S10] a site shows its results
  ['a query of the outliner', '#+BEGIN_QUERY\n{:query [:find (pull ?b [*])]}\n#+END_QUERY'],
  ['a day', 'see [[2026-11-20]] and [[Nov 19th, 2026]]'],
  ['a page that does not exist', 'see [[Nowhere]] and {{embed [[Nowhere]]}}'],
  ['a block that does not exist', 'see ((44444444-4444-4444-8444-444444444444))'],
]

const it = useSite()

/** Shares `Boat`. @returns the page as a reader gets it */
async function shared(quotes: boolean): Promise<string> {
  const response = await it.reader.get(await it.share({ page: 'Boat', quotes }))
  expect(response.status).toBe(200)
  return response.text()
}

/** Every document of the site as a reader gets it, and its address or file. */
const DOCUMENTS = ['', '/index', '/boat', '/sitemap.xml', '/feed.xml', '/search?q=see']
async function readable(): Promise<string[]> {
  const sent: string[] = []
  for (const path of DOCUMENTS) {
    const { status, html } = await it.open(path)
    expect([path, status]).toEqual([path, 200])
    sent.push(html)
  }
  const { files } = await staticFiles(it.api, 'https://garden.example')
  return [...sent, ...[...files].flat()]
}

/** `Boat` on the site and among its files. */
async function published(): Promise<string[]> {
  const { files } = await staticFiles(it.api)
  return [(await it.open('/boat')).html, files.get('boat.html')!]
}

const linksIn = (html: string) =>
  [...html.slice(html.indexOf('<main')).matchAll(/(?:href|src|action)="/g)].length

describe.each(PRIVATE_REFERENCES)('[S2] %s', (_, content, shown = [], onSite = shown) => {
  test('is text, and no page, document or file has a word of a private page', async () => {
    await it.notes.addBoat([content], [['note', content.split('\n')[0]!]])
    const page = await shared(false)
    await it.publish({ pages: ['Boat'], start: 'Boat' })
    for (const text of [page, ...(await readable())])
      for (const words of [SECRET_WORDS, NESTED_WORDS, THIRD_WORDS, 'Secret plan', SECRET_BLOCK, 'rain, 50%'])
        expect(text).not.toContain(words)
    expect([page, ...(await published())].map(linksIn)).toEqual([0, 0, 0])
  })

  test('shows its words to readers who may see them, and hides what those quote in turn', async () => {
    await it.notes.addBoat([content])
    const page = await shared(true)
    expect([linksIn(page), page.includes('Secret plan')]).toEqual([0, false])
    await it.publish({ pages: ['Boat', 'Secret plan'] })
    for (const [n, html] of [page, ...(await published())].entries()) {
      const expected = n === 0 ? shown : onSite
      expect([SECRET_WORDS, NESTED_WORDS].filter((words) => html.includes(words))).toEqual(expected)
      for (const words of [THIRD_WORDS, SECRET_BLOCK, THIRD_BLOCK]) expect(html).not.toContain(words)
    }
  })
})
