/**
 * Sites in a real browser: a person publishes one, and a reader without an account reads and searches it.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed()
const NAME =
  'A name so long that it needs several lines in a narrow window, Donaudampfschifffahrtsgesellschaft'

beforeAll(async () => {
  const now = Date.now()
  const page = (id: string, name: string, props: [string, string][] = []) =>
    makePage({ id, name, props: [['tags', 'harbour'], ...props], now })
  const block = (id: string, content: string) =>
    makeBlock({ id: `b-${id}`, content, rev: id, pageId: id, parentId: null, order: 1, now })
  await addRecords(it, [
    page('site-quay', 'Quay', [['email', 'quay@example.org']]),
    block('site-quay', `The old quay, see [[${NAME}]] ![p](https://other.example/p.png)`),
    page('site-long', NAME),
    block('site-long', 'nothing'),
  ])
})

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 240_000

browserTest(
  '[S3, S5, S6] a site is checked, published, read, searched and ended',
  { timeout: PATIENCE },
  async ({ page, browser }) => {
    await signIn(page, it)
    await page.goto(`${it.served.baseUrl}/settings/sites`)
    await page.getByRole('link', { name: 'New site' }).click()
    await looksRight(page)
    await page.getByLabel('Title').fill('The harbour')
    await page.getByLabel('Address').fill('harbour')
    await page.getByLabel('Tag', { exact: true }).fill('harbour')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    await expect.poll(async () => page.getByText('Contact details.').count()).toBe(1)
    await looksRight(page)
    await page.getByRole('button', { name: 'Publish' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Site published').waitFor()
    await looksRight(page)
    const url = await page.locator('#address').innerText()

    const context = await browser.newContext()
    const reader = await context.newPage()
    const hosts = new Set<string>()
    const complaints: string[] = []
    reader.on('request', (request) => hosts.add(new URL(request.url()).host))
    reader.on('console', (said) => {
      if (['error', 'warning'].includes(said.type())) complaints.push(said.text())
    })
    const answer = await reader.goto(url)
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'")
    await looksRight(reader)
    await reader.getByRole('main').getByRole('link', { name: 'Quay' }).click()
    await reader.getByText('The old quay').waitFor()
    await expect.poll(async () => reader.locator('script').count()).toBe(1)
    await looksRight(reader)
    await reader.getByRole('main').getByRole('link', { name: NAME }).hover()
    await reader.locator('.preview').getByText('nothing').waitFor()
    expect(await axeFindings(reader)).toEqual([])
    await reader.keyboard.press('Escape')
    await reader.locator('.preview').waitFor({ state: 'detached' })
    await reader.getByLabel('Search this site').pressSequentially('old quay')
    await reader.locator('.results').getByRole('link', { name: 'Quay' }).waitFor()
    await looksRight(reader)
    await reader.keyboard.press('ArrowDown')
    await expect.poll(async () => reader.evaluate('document.activeElement.textContent')).toContain('Quay')
    await reader.keyboard.press('Escape')
    await reader.locator('.results').waitFor({ state: 'detached' })
    await reader.getByRole('main').getByRole('link', { name: NAME }).click()
    await reader.getByRole('heading', { name: 'Linked from' }).waitFor()
    await reader.getByLabel('Search this site').fill('old quay')
    await reader.keyboard.press('Enter')
    await reader.getByRole('status').getByText('1 page').waitFor()
    await looksRight(reader)
    await reader.getByRole('link', { name: 'All pages' }).click()
    await reader.getByText('2 pages').waitFor()
    expect((await reader.goto(`${url}/nothing`))?.status()).toBe(404)
    await looksRight(reader)
    await reader.getByRole('link', { name: 'Go to the start page' }).click()
    await reader.waitForURL(url)
    await reader.getByRole('link', { name: 'All pages' }).click()
    await reader.getByText('2 pages').waitFor()
    expect([...hosts]).toEqual([new URL(it.served.baseUrl).host])
    expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([])

    await page.getByRole('link', { name: 'Unpublish' }).click()
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('is no longer published').waitFor()
    expect((await reader.reload())?.status()).toBe(410)
    await context.close()
  },
)
