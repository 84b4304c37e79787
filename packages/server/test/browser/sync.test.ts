/** Two devices in a real browser, each with its own IndexedDB, and a real server between them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserTest, bundle, type BrowserContext, type Page } from '@notegraph/browser-tests'
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import type { Engine } from '@notegraph/sync'
import { afterAll, beforeAll, expect } from 'vitest'
import { serve, type ServedApp } from '../../src/index.ts'

let home: string
let served: ServedApp
let script: string
const sessions: string[] = []

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-browser-'))
  const settings = readSettings({
    NOTEGRAPH_DATA: home,
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
  })
  const opened = await openStore(settings)
  const operators = operator(opened.store, opened.blobs, Date.now)
  await operators.createAccount('me', {})
  for (const device of ['one', 'two'])
    sessions.push((await operators.createSession('me', { device })).session)
  await opened.store.close()
  served = await serve(settings, () => {})
  script = await bundle(join(import.meta.dirname, 'device.ts'))
})
afterAll(async () => {
  await served.stop()
  rmSync(home, { recursive: true })
})

interface Device {
  readonly context: BrowserContext
  readonly page: Page
}

/** Opens a page of the server's own origin, so that it may call the server. */
async function begin(page: Page, n: number): Promise<void> {
  await page.goto(`${served.baseUrl}/healthz`)
  await page.evaluate(script)
  await page.evaluate(
    ([device, session]) => {
      const app = globalThis as unknown as { begin(device: string, session: string): Promise<void> }
      return app.begin(device!, session!)
    },
    [`dev${n}`, sessions[n]!],
  )
}

/** Calls the engine in the page. */
async function call<T>({ page }: Device, method: keyof Engine, ...args: unknown[]): Promise<T> {
  const value = await page.evaluate(
    ([method, args]) => {
      const { engine } = globalThis as unknown as { engine: Record<string, (...args: unknown[]) => unknown> }
      return Promise.resolve(engine[method!]!(...(JSON.parse(args!) as unknown[])))
    },
    [method, JSON.stringify(args)],
  )
  return value as T
}

const shown = async ({ page }: Device): Promise<string[]> => page.locator('li').allInnerTexts()
const words = async ({ page }: Device): Promise<string[]> => page.locator('li > span').allInnerTexts()

browserTest(
  'edits made offline on both come together, a clash is shown, a person picks, and both are equal',
  async ({ browser }) => {
    const devices: Device[] = []
    for (const n of [0, 1]) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await begin(page, n)
      devices.push({ context, page })
    }
    const [one, two] = devices as [Device, Device]
    const tea = (await call<{ id: string }>(one, 'openPage', 'Tea')).id
    const both = (await call<{ id: string }>(one, 'addBlock', { pageId: tea }, 'words of both')).id
    for (const device of [one, two]) await call(device, 'sync')
    await expect.poll(() => words(two)).toEqual(['words of both'])

    for (const { context } of devices) await context.setOffline(true)
    await call(one, 'setText', both, 'words of one')
    await call(one, 'addBlock', { pageId: tea, parentId: both }, 'added on one')
    await call(two, 'setText', both, 'words of two')
    await call(two, 'addBlock', { pageId: tea }, 'added on two')
    for (const device of devices) {
      await call(device, 'sync')
      await expect.poll(() => device.page.locator('p').innerText()).toBe('offline')
    }
    expect(await words(one)).toEqual(['words of one', '> added on one'])
    expect(await words(two)).toEqual(['words of two', 'added on two'])

    // The browser's online event starts a sync.
    for (const { context } of devices) await context.setOffline(false)
    for (const device of [one, two, one]) await call(device, 'sync')
    for (const device of devices) {
      await expect.poll(() => device.page.locator('button').count()).toBe(1)
      const [first] = await shown(device)
      expect(first).toContain('words of one')
      expect(first).toContain('words of two')
      expect((await words(device)).slice(1)).toEqual(['> added on one', 'added on two'])
    }

    // Stored data outlives the page.
    await begin(two.page, 1)
    await expect.poll(() => two.page.locator('button').count()).toBe(1)
    const picked = await two.page.locator('button').innerText()
    await two.page.locator('button').click()
    for (const device of [two, one]) await call(device, 'sync')
    for (const device of devices)
      await expect.poll(() => shown(device)).toEqual([picked, '> added on one', 'added on two'])
    expect(await call(one, 'conflicts')).toEqual([])
    for (const { context } of devices) await context.close()
  },
)
