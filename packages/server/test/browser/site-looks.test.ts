/**
 * The themes of sites in a real browser: each with colors that are hard to read. They are checked in light and in
 * dark, in narrow and in wide windows, and on paper.
 *
 * @module-tag browser
 */
import { browserTest } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'

const it = useServed()
const TEXTS = [
  'The old quay, see [[Handbook/Ropes]] and https://example.org',
  '## Tides',
  'TODO [#A] mend the **net** `a code` ==marked== <kbd>K</kbd>',
  '| a | b |\n| - | - |\n| a cell | another |',
  '## Winds\n> [!tip] North\n> words',
  '## Stars\nquery-table:: true\n{{query (todo TODO)}}',
  'a note[^1]',
  '[^1]: more words',
  '```js\nconst tide = 1 // a long line of code that needs room on narrow screens\n```',
]

beforeAll(async () => {
  const now = Date.now()
  const page = (id: string, name: string) => makePage({ id, name, props: [['tags', 'looked'], ['icon', '⚓']], now }) // prettier-ignore
  await addRecords(it, [
    page('looked', 'Quay'),
    page('ropes', 'Handbook/Ropes'),
    page('knots', 'Handbook/Knots'),
    ...TEXTS.map((content, n) => makeBlock({ id: `looked-${n}`, content, rev: 'r', pageId: 'looked', parentId: null, order: n, now })), // prettier-ignore
    makeBlock({
      id: 'back',
      content: 'to [[Quay]]',
      rev: 'r',
      pageId: 'ropes',
      parentId: null,
      order: 0,
      now,
    }),
  ])
})

async function publish(slug: string, look: object): Promise<string> {
  const answer = await fetch(`${it.served.baseUrl}/api/v1/settings/sites`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${it.session}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug, title: 'By the sea', tag: 'looked', look }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return `${it.served.baseUrl}/p/${slug}`
}

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 240_000

for (const theme of ['garden', 'handbook', 'blog'])
  browserTest(`[S10] the theme ${theme} can be read`, { timeout: PATIENCE }, async ({ page }) => {
    const look = { theme, accent: '#ffd54a', background: '#7a8f5a', icon: '⚓', footer: 'words of [[Quay]]', style: 'main h1 { letter-spacing: 0 }' } // prettier-ignore
    const complaints: string[] = []
    page.on('console', (said) => complaints.push(said.text()))
    const url = await publish(`looks-${theme}`, look)
    await page.goto(`${url}/quay`)
    await looksRight(page)
    await page.goto(`${url}/index`)
    await looksRight(page)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(async () => page.locator('.site > header').isVisible()).toBe(false)
    expect(complaints).toEqual([])
  })

browserTest('[S10] on a phone, the pages open in their place', { timeout: PATIENCE }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${await publish('phone', {})}/quay`)
  const navigation = page.getByRole('complementary', { name: 'Site' })
  await navigation.getByText('Pages', { exact: true }).click()
  const places = [
    navigation.getByText('Pages', { exact: true }),
    navigation.getByRole('link').first(),
    navigation.getByRole('link').last(),
    page.getByRole('heading', { level: 1 }),
  ]
  const tops = await Promise.all(places.map(async (one) => (await one.boundingBox())!.y))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

browserTest(
  '[S10] results of a search have their words below their names',
  { timeout: PATIENCE },
  async ({ page }) => {
    await page.goto(`${await publish('found', {})}/search?q=quay`)
    const result = page.getByRole('main').getByRole('listitem').first()
    const [name, words] = [
      await result.getByRole('link').boundingBox(),
      await result.locator('.snippet').boundingBox(),
    ]
    expect(words!.y).toBeGreaterThanOrEqual(name!.y + name!.height)
  },
)
