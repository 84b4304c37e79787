/** Every kind of reference from a published page to a private one, on a site and in its plain files. @see sharing 2, 3, 4 */
import { describe, expect, test } from 'vitest'
import { PRIVATE_REFERENCES } from './private-references.ts'
import { useSite } from './published-site.ts'
import { NESTED_WORDS, SECRET_BLOCK, SECRET_WORDS, THIRD_BLOCK, THIRD_WORDS } from './shared-notes.ts'
import { staticFiles } from './static-files.ts'

const it = useSite()

/** Every document of the site as a reader gets it, and its address or file. */
const DOCUMENTS = ['', '/index', '/pages/boat', '/sitemap.xml', '/feed.xml', '/search?q=see']
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

const linksIn = (html: string) => [...html.slice(html.indexOf('<main')).matchAll(/(?:href|src)="/g)].length

describe.each(PRIVATE_REFERENCES)('[S2] %s', (_, content, shown = []) => {
  test('is text, and no document or file has a word of a private page', async () => {
    await it.notes.addBoat([content], [['note', content.split('\n')[0]!]])
    await it.publish({ pages: ['Boat'], start: 'Boat' })
    for (const text of await readable()) {
      for (const words of [SECRET_WORDS, NESTED_WORDS, THIRD_WORDS, 'Secret plan', SECRET_BLOCK])
        expect(text).not.toContain(words)
    }
    const { files } = await staticFiles(it.api)
    const pages = [(await it.open('/pages/boat')).html, files.get('pages/boat.html')!]
    expect(pages.map(linksIn)).toEqual([0, 0])
  })

  test('shows the words of a published page, which hide what they quote in turn', async () => {
    await it.notes.addBoat([content])
    await it.publish({ pages: ['Boat', 'Secret plan'] })
    const { files } = await staticFiles(it.api)
    for (const html of [(await it.open('/pages/boat')).html, files.get('pages/boat.html')!]) {
      expect([SECRET_WORDS, NESTED_WORDS].filter((words) => html.includes(words))).toEqual(shown)
      for (const words of [THIRD_WORDS, SECRET_BLOCK, THIRD_BLOCK]) expect(html).not.toContain(words)
    }
  })
})
