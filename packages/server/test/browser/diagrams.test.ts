/**
 * Diagrams in a real browser: drawn, in a frame that reaches nothing, on the server and in a folder of plain files.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Request } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed()
const DIAGRAMS = [
  '```mermaid\ngraph TD\n  A[Boat] -->|leaks| B[Harbour]\n```',
  // A diagram may ask for pictures, links and markup of its own.
  '```mermaid\n%%{init: {"securityLevel": "loose", "themeCSS": "@import url(https://other.example/a.css)"}}%%\ngraph TD\n  A["<img src=https://other.example/p.png onerror=parent.document.title=1>"] --> B@{ img: "https://other.example/q.png" }\n  click A "javascript:parent.document.title=2"\n```', // prettier-ignore
  '```mermaid\nthis is no diagram\n```',
]

beforeAll(async () => {
  const now = Date.now()
  await addRecords(it, [
    makePage({ id: 'drawn', name: 'Drawn', now }),
    ...DIAGRAMS.map((content, n) => makeBlock({ id: `d-${n}`, content, rev: 'r', pageId: 'drawn', parentId: null, order: n, now })), // prettier-ignore
  ])
  const answer = await fetch(`${it.served.baseUrl}/api/v1/settings/sites`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${it.session}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug: 'drawn', title: 'Drawings', pages: ['Drawn'] }),
  })
  if (!answer.ok) throw new Error(await answer.text())
})

browserTest(
  '[S6, S10] a diagram is drawn, its words stay, and it reaches neither the page nor another host',
  async ({ page }) => {
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await page.goto(`${it.served.baseUrl}/p/drawn/drawn`)
    const first = page.locator('.diagram').first()
    await first.frameLocator('iframe').locator('svg').getByText('Harbour').waitFor()
    // The frame says how high it is after it has drawn.
    await expect.poll(async () => (await first.locator('iframe').boundingBox())?.height).toBeGreaterThan(100)
    await first.getByText('Diagram as text').click()
    await first.locator('pre').getByText('leaks').waitFor()

    // Other code is there as it was written.
    await page.locator('.diagram').last().scrollIntoViewIfNeeded()
    await page.locator('.diagram').last().locator('iframe').waitFor({ state: 'detached' })
    await page.locator('.diagram > pre').last().getByText('this is no diagram').waitFor()
    await expect.poll(async () => page.locator('.diagram.drawn, .diagram:not(:has(iframe))').count()).toBe(3)

    await expect.poll(async () => page.title()).toBe('Drawn · Drawings')
    const sent = requests.filter((one) => one.failure()?.errorText !== 'csp') // the policy lets the others not out
    expect([...new Set(sent.map((one) => new URL(one.url()).host))]).toEqual([
      new URL(it.served.baseUrl).host,
    ])
    expect(await axeFindings(page)).toEqual([])
    const frame = page.frames().at(1)!
    await expect.poll(async () => frame.evaluate('origin')).toBe('null')
    await expect(frame.evaluate('parent.document.title')).rejects.toThrow(/cross-origin|Blocked a frame/)
  },
)

browserTest('[S10] without scripts, a diagram is its words', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${it.served.baseUrl}/p/drawn/drawn`)
  await page.getByText('A[Boat] -->|leaks| B[Harbour]').waitFor()
  await expect.poll(async () => page.locator('iframe').count()).toBe(0)
  await context.close()
})

browserTest('[S10] a diagram is drawn in the app, and in the outliner while one writes', async ({ page }) => {
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}/graph/page?name=Drawn`)
  await page.locator('.diagram').first().frameLocator('iframe').locator('svg').getByText('Harbour').waitFor()
  await page.goto(`${it.served.baseUrl}/page/drawn`)
  await page.getByRole('tree').first().waitFor()
  const drawn = page.getByRole('tree').locator('.diagram').first()
  await drawn.frameLocator('iframe').locator('svg').getByText('Harbour').waitFor()
  // A press on it edits the block, whose words are those of the diagram.
  await drawn.locator('iframe').click({ force: true })
  await page.getByRole('textbox', { name: 'Block' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tree').locator('.diagram').first().frameLocator('iframe').locator('svg').waitFor()
})
