/**
 * Sharing in a real browser: a person shares a page, and a reader without an account opens it.
 *
 * @module-tag browser
 */
import { browserTest } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed()

const OUTLINE = [
  ['b1', '## Repairs\ncolour:: green', null],
  ['b2', 'TODO [#A] oil the oars of the [[Boat house]]', 'b1'],
  ['b3', '| part | state |\n|---|---|\n| hull | dry, and painted in a colour with a long name |', 'b1'],
  [
    'b4',
    '```js\nconst tide = await harbour.tide({ at: "noon", place: "outer wall of the harbour" })\n```',
    null,
  ],
  ['b5', 'اللغة العربية ![p](https://other.example/p.png) $a^2$', null],
] as const

beforeAll(async () => {
  const now = Date.now()
  const records = [
    makePage({
      id: 'shared-boat',
      name: 'Shared boat',
      props: [
        ['type', 'book'],
        ['author', '[[Ann]]'],
      ],
      now,
    }),
    ...OUTLINE.map(([id, content, parentId], order) =>
      makeBlock({ id, content, rev: id, pageId: 'shared-boat', parentId, order, now }),
    ),
  ]
  await addRecords(it, records)
})

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 240_000

browserTest(
  '[S1, S6] a page is shared with a password, read without an account, and withdrawn',
  { timeout: PATIENCE },
  async ({ page, browser }) => {
    await signIn(page, it)
    await page.goto(`${it.served.baseUrl}/graph/page?name=Shared%20boat`)
    await page.getByRole('link', { name: 'Share', exact: true }).click()
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    await looksRight(page)
    await page.getByLabel('Password').fill('low river')
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByText('Link created').waitFor()
    await looksRight(page)
    const url = await page.locator('#link').innerText()

    const context = await browser.newContext({ javaScriptEnabled: true })
    const reader = await context.newPage()
    const hosts = new Set<string>()
    const complaints: string[] = []
    reader.on('request', (request) => hosts.add(new URL(request.url()).host))
    reader.on('console', (said) => {
      if (['error', 'warning'].includes(said.type())) complaints.push(said.text())
    })
    await reader.goto(url)
    await expect.poll(async () => reader.getByText('oil the oars').count()).toBe(0)
    await looksRight(reader)
    await reader.getByLabel('Password').fill('low river')
    await reader.keyboard.press('Enter')
    await reader.getByText('oil the oars').waitFor()
    await expect.poll(async () => reader.locator('script').count()).toBe(0)
    await looksRight(reader)
    // Without a navigation, the notes take the column of a text, in the middle of a wide window.
    const column = (await reader.locator('main').boundingBox())!
    expect(column.width).toBeGreaterThan(600)
    expect(column.x).toBeCloseTo((1_440 - column.width) / 2, 0)
    expect([...hosts]).toEqual([new URL(it.served.baseUrl).host])
    expect(complaints).toEqual([])

    await page.getByRole('link', { name: 'Turn off link' }).click()
    await page.getByRole('button', { name: 'Turn off link' }).click()
    await page.getByText('no longer shared').waitFor()
    expect((await reader.reload())?.status()).toBe(410)
    await context.close()
  },
)
