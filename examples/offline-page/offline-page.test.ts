/**
 * The page in a real Chromium, built and served as its README says, with a real server.
 *
 * @module-tag browser
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { notesClient, type NotesClient } from '@notegraph/client'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { build, preview, type PreviewServer } from 'vite'
import { startApp, type ServedApp } from '../served-app.ts'

const ROOT = import.meta.dirname
let app: ServedApp
let notes: NotesClient
let session: string
let outDir: string

// The day does not end during the tests, neither for the server nor for the page.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

beforeAll(async () => {
  outDir = mkdtempSync(join(tmpdir(), 'notegraph-offline-page-'))
  app = await startApp()
  notes = notesClient({ url: app.url, token: app.token })
  ;({ session } = await app.asOperator((operators) => operators.createSession('me', { device: 'page' })))
  await build({ root: ROOT, logLevel: 'silent', build: { outDir, emptyOutDir: true } })
})
afterAll(async () => {
  await app.stop()
  rmSync(outDir, { recursive: true })
})

/** Serves the page and forwards API requests. @param port the system picks one if omitted */
async function servePage(port = 0): Promise<PreviewServer & { readonly url: string; readonly port: number }> {
  const proxy = { '/api': app.url }
  const server = await preview({
    root: ROOT,
    logLevel: 'silent',
    build: { outDir },
    preview: { port, strictPort: true, proxy },
  })
  const url = server.resolvedUrls!.local[0]!
  return Object.assign(server, { url, port: Number(new URL(url).port) })
}

/** Serves the page where it was before. Another program may have the port for a while. */
async function servePageAgain(port: number): Promise<PreviewServer> {
  const served: PreviewServer[] = []
  await expect.poll(async () => served.push(await servePage(port))).toBe(1)
  return served[0]!
}

async function connect(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Device session').fill(session)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect.poll(() => statusOf(page)).toBe('All changes saved.')
}

const statusOf = (page: Page) => page.getByRole('status').innerText()
const textsOf = (page: Page) =>
  page
    .getByRole('list')
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((one) => (one as unknown as { value: string }).value))
const linesOfToday = async (): Promise<string[]> => {
  const { blocks } = await notes.readDay('today', { limit: 200 })
  return blocks.map(({ content }) => content)
}

browserTest('lists the blocks of today, edits one and adds one', async ({ page }) => {
  await page.clock.setFixedTime(Date.now())
  const server = await servePage()
  await notes.addBlock('today', { text: 'call the harbour' })
  await connect(page, server.url)
  expect(await textsOf(page)).toEqual(await linesOfToday())

  const at = (await textsOf(page)).indexOf('call the harbour')
  await page.getByLabel(`Block ${at + 1}`, { exact: true }).fill('call the lock')
  await page.getByLabel('New block').fill('buy rope')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.poll(linesOfToday).toEqual(expect.arrayContaining(['call the lock', 'buy rope']))
  await expect.poll(() => statusOf(page)).toBe('All changes saved.')
  expect(await linesOfToday()).not.toContain('call the harbour')
  expect(await linesOfToday()).toEqual(await textsOf(page))
  await server.close()
})

browserTest('opens and edits without a network, and sends the edits later', async ({ page, context }) => {
  await page.clock.setFixedTime(Date.now())
  const online = await servePage()
  const { ids } = await notes.addBlock('today', { text: 'first words' })
  await connect(page, online.url)
  // The first visit ends when the service worker has cached the page.
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  await page.reload()
  await expect.poll(() => statusOf(page)).toBe('All changes saved.')

  await context.setOffline(true)
  await online.close()
  await page.reload()
  await expect.poll(() => statusOf(page)).toBe('Offline. Edits are saved on this device.')
  const at = (await textsOf(page)).indexOf('first words')
  const field = page.getByLabel(`Block ${at + 1}`, { exact: true })
  await field.fill('words of the page')
  await expect.poll(() => statusOf(page)).toBe('Offline. 1 change saved on this device.')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('words of the page')

  // An assistant writes to the same block: both texts are shown, and a person chooses.
  await notes.updateBlock(ids.blockId, { text: 'words of the bot' })
  const back = await servePageAgain(online.port)
  await context.setOffline(false)
  await expect.poll(() => statusOf(page)).toBe('All changes saved.')
  await expect.poll(() => page.getByText('Two devices changed this block.').count()).toBe(1)
  const other = page.getByText(/wrote: words of the/)
  expect([await field.inputValue(), (await other.innerText()).replace(/^.*wrote: /, '')].toSorted()).toEqual([
    'words of the bot',
    'words of the page',
  ])
  expect(await axeFindings(page)).toEqual([])
  if ((await field.inputValue()) === 'words of the page')
    await page.getByRole('button', { name: 'Keep the text above' }).click()
  else await page.getByRole('button', { name: 'Use this version' }).click()
  await expect.poll(linesOfToday).toContain('words of the page')
  await expect.poll(() => page.getByText('Two devices changed this block.').count()).toBe(0)
  await back.close()
})

browserTest('a session that the server does not know: it says so and asks for another', async ({ page }) => {
  const server = await servePage()
  await page.goto(server.url)
  await page.getByLabel('Device session').fill('ngs_unknown')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect.poll(() => statusOf(page)).toMatch(/session/)
  await expect.poll(() => page.getByLabel('Device session').isVisible()).toBe(true)
  await connect(page, server.url)
  await server.close()
})

browserTest('axe finds nothing, and nothing is wider than the screen', async ({ page }) => {
  const server = await servePage()
  await page.goto(server.url)
  for (const state of ['to connect', 'connected']) {
    if (state === 'connected') await connect(page, server.url)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1_440]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        expect([state, colorScheme, width, await axeFindings(page)]).toEqual([state, colorScheme, width, []])
        await expect
          .poll(async () => page.evaluate('document.documentElement.scrollWidth'))
          .toBeLessThanOrEqual(width)
      }
  }
  await server.close()
})
