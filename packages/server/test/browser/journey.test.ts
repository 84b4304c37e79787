/**
 * A person's way through the settings, in a real browser, with a real server and identity provider. The
 * program that uses a token is `curl`. Each step is checked on the page and through the API.
 *
 * @module-tag browser
 * @module-tag first-ring
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { browserTest, type Browser, type Page } from '@notegraph/browser-tests'
import type { BlockRecord } from '@notegraph/graph'
import { openStore, readSettings } from '@notegraph/host'
import { openIdentityProvider, type IdentityProvider } from '@notegraph/identity-provider-tests'
import { operator, type Operator } from '@notegraph/service'
import { makeTestData } from '@notegraph/store/testing'
import { openPromise } from 'yauzl'
import { afterAll, beforeAll, expect } from 'vitest'
import { serve, type ServedApp } from '../../src/index.ts'
import { freePort } from '../free-port.ts'
import { reworded } from '../syncing.ts'

const run = promisify(execFile)

let home: string
let served: ServedApp
let provider: IdentityProvider
/** The operator's commands while the server runs. */
let operators: Operator
let closeStore: () => Promise<void>

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-journey-'))
  const data = await makeTestData(home)
  // The provider must know the server's address before the server knows the provider.
  const port = await freePort()
  provider = await openIdentityProvider({ baseUrl: `http://127.0.0.1:${port}` })
  const settings = readSettings({
    ...data.env,
    NOTEGRAPH_PORT: String(port),
    NOTEGRAPH_LOG_LEVEL: 'silent',
    NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
    NOTEGRAPH_OIDC_ISSUER: provider.settings.issuer,
    NOTEGRAPH_OIDC_CLIENT_ID: provider.settings.clientId,
    NOTEGRAPH_OIDC_CLIENT_SECRET: provider.settings.clientSecret,
  })
  served = await serve(settings, () => {})
  const { store, blobs } = await openStore(settings)
  operators = operator(store, blobs, Date.now)
  closeStore = () => store.close()
})
afterAll(async () => {
  await closeStore()
  await served.stop()
  await provider.close()
  rmSync(home, { recursive: true })
})

// oxlint-disable-next-line typescript/no-explicit-any -- each test expects a shape of its own
type Answer = any

/** Calls the server as a program does. */
async function curl(secret: string, method: string, path: string, body?: object): Promise<Answer> {
  const args = ['--silent', '--show-error', '--fail-with-body', '--compressed', '--request', method]
  args.push('--header', `Authorization: Bearer ${secret}`)
  if (body) args.push('--header', 'Content-Type: application/json', '--data', JSON.stringify(body))
  const { stdout } = await run('curl', [...args, served.baseUrl + path])
  return JSON.parse(stdout)
}

const goTo = (page: Page, path: string) => page.goto(served.baseUrl + path)

/** Follows a link of the navigation. Pages of notes have one entry for all settings. */
async function choose(page: Page, title: string): Promise<void> {
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const link = pages.getByRole('link', { name: title, exact: true })
  // It can have a number behind it.
  if ((await link.count()) === 0) await pages.getByRole('link', { name: /^Settings/ }).click()
  await link.click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const notice = (page: Page) => page.locator('.notice').innerText()

/** Signs in with the provider's own form. */
async function signIn(page: Page, subject: string): Promise<void> {
  await goTo(page, '/settings/assistants')
  expect(new URL(page.url()).pathname).toBe('/sign-in')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.origin === provider.settings.issuer)
  await page.getByLabel('Name', { exact: true }).fill(subject)
  await press(page, 'Continue')
  await page.waitForURL(`${served.baseUrl}/settings/assistants`)
}

/** A new person signs in, waits for the operator, and gets access. @returns the id of the account */
async function comeIn(page: Page, subject: string): Promise<string> {
  await signIn(page, subject)
  await expect
    .poll(async () => page.getByRole('heading', { level: 1 }).innerText())
    .toBe('Account not on the list')
  const account = await page.locator('main strong').innerText()
  expect(await operators.identities(account)).toMatchObject([{ issuer: provider.settings.issuer, subject }])
  await operators.setAccount(account, { allowed: true, plan: 'active' })
  await page.reload()
  await expect.poll(async () => page.getByRole('heading', { level: 1 }).innerText()).toBe('Assistants')
  return account
}

async function makeToken(page: Page, name: string): Promise<string> {
  await choose(page, 'Assistants')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Read and write').check()
  await press(page, 'Create token')
  return page.locator('#token').innerText()
}

async function makeDevice(page: Page, name: string): Promise<string> {
  await choose(page, 'Devices')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await press(page, 'Add device')
  return page.locator('#session').innerText()
}

let downloads = 0

/** @returns the path of the downloaded archive */
async function download(page: Page): Promise<string> {
  await choose(page, 'Import and export')
  const begun = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download your notes' }).click()
  const archive = await begun
  expect(archive.suggestedFilename()).toMatch(/\.zip$/)
  const path = join(home, `download-${++downloads}.zip`)
  await archive.saveAs(path)
  return path
}

/** Uploads an archive on the page. @returns the report of the import */
async function takeIn(page: Page, path: string): Promise<string> {
  await choose(page, 'Import and export')
  await page.getByLabel('Archive').setInputFiles(path)
  await press(page, 'Import')
  // The page reloads itself until then.
  await page.getByText(/^Added /).waitFor()
  return notice(page)
}

/** The notes of an archive by their paths. */
async function notesIn(path: string): Promise<Record<string, string>> {
  const zip = await openPromise(path)
  const notes: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    if (entry.fileName.endsWith('.md'))
      notes[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return notes
}

async function inBrowser<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    return await use(await context.newPage())
  } finally {
    await context.close()
  }
}

browserTest(
  'sign in, make a token, write with it, revert that, settle a conflict, export, import',
  async ({ page, browser }) => {
    await comeIn(page, 'ada')

    // A token is created, shown once, and works.
    const token = await makeToken(page, 'Laptop script')
    expect(token).toMatch(/^ngp_\w+$/)
    await page.locator('.tabs label', { hasText: 'Other' }).click()
    const line = await page.locator('.tab:visible pre').innerText()
    expect(JSON.parse((await run('sh', ['-c', line])).stdout)).toMatchObject({ page: null, blocks: [] })
    await page.reload()
    await expect.poll(async () => page.content()).not.toContain(token)

    // A program writes.
    await curl(token, 'POST', '/api/v1/notes/pages', { name: 'Harbour' })
    const said = { text: 'The boat leaves at nine from the <old> quay' }
    const { block } = await curl(token, 'POST', '/api/v1/notes/pages/Harbour/blocks', said)
    const blockPath = `/api/v1/notes/blocks/${block.id}`
    await curl(token, 'PATCH', blockPath, { text: 'The boat leaves at ten from the <old> quay' })
    const words = async (): Promise<string> => (await curl(token, 'GET', blockPath)).block.content
    await expect.poll(async () => words()).toBe('The boat leaves at ten from the <old> quay')

    // Each write is listed, newest first, with its differences word by word.
    await choose(page, 'Changes')
    const entries = page.locator('li.change')
    await expect.poll(async () => entries.count()).toBe(3)
    await expect.poll(async () => page.locator('main').innerText()).toContain('3 of 500 changes')
    const edit = entries.first()
    await expect
      .poll(async () => edit.locator('.what').innerText())
      .toBe('Harbour Edited The boat leaves at ten from the <old> quay')
    await expect.poll(async () => edit.innerText()).toContain('Laptop script')
    await edit.locator('summary').click()
    await edit.locator('.said').first().waitFor()
    await expect
      .poll(async () => edit.locator('.said').allInnerTexts())
      .toEqual(['The boat leaves at nine from the <old> quay', 'The boat leaves at ten from the <old> quay'])
    await expect.poll(async () => edit.locator('del').allInnerTexts()).toEqual(['nine'])
    await expect.poll(async () => edit.locator('ins').allInnerTexts()).toEqual(['ten'])
    await choose(page, 'Assistants')
    const lastUsed = page.getByRole('row', { name: /Laptop script/ }).locator('[data-label="Last used"]')
    await expect.poll(async () => lastUsed.innerText()).not.toContain('never')

    // The change is reverted on the page, and readers see that.
    await choose(page, 'Changes')
    await edit.locator('summary').click()
    await edit.getByRole('button', { name: 'Revert' }).click()
    await page.locator('.notice').waitFor()
    await expect.poll(async () => notice(page)).toContain('1 change reverted, 1 item restored.')
    await expect.poll(async () => edit.locator('.badge').innerText()).toBe('Reverted')
    await expect.poll(async () => edit.getByRole('button').count()).toBe(0)
    await expect.poll(async () => page.locator('main').innerText()).toContain('2 of 500 changes')
    await expect.poll(async () => words()).toBe(said.text)

    // Two devices change the same text before they sync.
    const [phone, laptop] = [await makeDevice(page, 'Phone'), await makeDevice(page, 'Laptop')]
    const pulled = await curl(phone, 'GET', '/api/sync')
    const held = (pulled.records as BlockRecord[]).find(({ id }) => id === block.id)!
    const write = async (session: string, device: string, text: string, later: number) => {
      const item = reworded(held, text, `${device}~1`, held.updatedAt + later)
      const pushed = await curl(session, 'POST', '/api/sync', {
        epoch: pulled.epoch,
        device,
        records: [item],
      })
      return (pushed.results as { outcome: string }[]).map(({ outcome }) => outcome)
    }
    const versions = [
      'The boat leaves at noon from the <old> quay',
      'The boat leaves at nine from the new pier',
    ] as const
    expect(await write(phone, 'phone', versions[0], 1)).toEqual(['applied'])
    expect(await write(laptop, 'laptop', versions[1], 2)).toEqual(['applied'])

    // The page shows both versions. One is picked there, and every device receives it.
    await choose(page, 'Conflicts')
    await expect.poll(async () => page.locator('.clash h2').innerText()).toBe('Harbour')
    const shown = page.locator('.clash .version')
    expect((await shown.locator('.said').allInnerTexts()).toSorted()).toEqual(versions.toSorted())
    await expect.poll(async () => words()).toBe(await shown.first().locator('.said').innerText())
    const other = shown.filter({ hasNotText: 'Shown now' })
    const picked = await other.locator('.said').innerText()
    await other.getByRole('button', { name: 'Use this version' }).click()
    await page.locator('.notice').waitFor()
    await expect.poll(async () => notice(page)).toContain('Version chosen.')
    await expect.poll(async () => page.locator('.clash').count()).toBe(0)
    await expect.poll(async () => words()).toBe(picked)
    expect(await curl(phone, 'GET', '/api/sync/conflicts')).toMatchObject({ blocks: [] })
    const next = await curl(laptop, 'GET', `/api/sync?cursor=${encodeURIComponent(pulled.cursor)}`)
    const settled = (next.records as BlockRecord[]).find(({ id }) => id === block.id)!
    expect([settled.words.text, settled.versions ?? []]).toEqual([picked, []])

    // The graph is exported and imported again: nothing changes here, and another account gets everything.
    const archive = await download(page)
    const notes = await notesIn(archive)
    expect(Object.keys(notes)).toEqual(['pages/Harbour.md'])
    expect(notes['pages/Harbour.md']).toContain(picked)
    const again = await takeIn(page, archive)
    expect(again).toMatch(/^Added 0 pages, 0 journal days, 0 blocks, 0 files\. .* already existed\./)
    await expect.poll(async () => words()).toBe(picked)

    await inBrowser(browser, async (theirs) => {
      await comeIn(theirs, 'grace')
      const reader = await makeToken(theirs, 'Reader')
      expect((await curl(reader, 'GET', '/api/v1/notes/pages')).pages).toEqual([])
      expect(await takeIn(theirs, archive)).toMatch(/^Added 1 page, 0 journal days, 1 block, 0 files\./)
      const { blocks } = await curl(reader, 'GET', '/api/v1/notes/pages/Harbour')
      expect(blocks).toMatchObject([{ content: picked }])
      await choose(theirs, 'Pages')
      await theirs.getByRole('link', { name: 'Harbour' }).click()
      await expect.poll(async () => theirs.locator('.outline').innerText()).toContain(picked)
      expect(await notesIn(await download(theirs))).toEqual(notes)
      await choose(theirs, 'Changes')
      await expect.poll(async () => theirs.locator('main').innerText()).not.toContain('Laptop script')
    })

    // After signing out here and at the provider, the pages are closed. The token still works.
    await press(page, 'Sign out')
    await page.waitForURL((url) => url.origin === provider.settings.issuer)
    await press(page, 'Yes, sign me out')
    await page.waitForURL(`${served.baseUrl}/sign-in`)
    await goTo(page, '/settings/changes')
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await expect.poll(async () => words()).toBe(picked)
  },
)
