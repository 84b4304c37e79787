/** A browser that is signed in to the measured server, with the notes on its disk. */
import { setTimeout as sleep } from 'node:timers/promises'
import { launchProfile, type BrowserContext, type Page } from '@notegraph/browser-tests/launch'

export interface Outliner {
  readonly base: string
  readonly context: BrowserContext
  readonly page: Page
}

const PATIENCE = 90_000

/** Signs in a new browser. It has no notes yet. */
export async function signedIn(base: string, signIn: string, profile: string): Promise<Outliner> {
  const context = await launchProfile(profile)
  context.setDefaultTimeout(PATIENCE)
  const [page = await context.newPage()] = context.pages()
  await page.goto(`${base}${signIn}?to=%2Fgraph`)
  await page.getByRole('button', { name: 'Sign in as' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  return { base, context, page }
}

/** Opens a place, and waits until the notes are those of the server. */
export async function openPlace({ base, page }: Outliner, path: string): Promise<void> {
  await page.goto(base + path)
  await page.getByRole('tree').first().waitFor({ state: 'attached' })
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  while (!(await page.evaluate<boolean>(READ_META))) await sleep(100)
  await page.locator('.device-state', { hasText: /^Saved$/ }).waitFor()
}

/** Script that opens the database of the notes once: its promise. */
export const DATABASE = `(globalThis.notesDb ??= indexedDB.databases().then((all) => new Promise((done) => {
  const { name } = all.find((one) => one.name.startsWith('notegraph-outliner-'))
  const opening = indexedDB.open(name)
  opening.onsuccess = () => done(opening.result)
})))`

/** Script of a function that answers with the words and the place of a record. */
export const RECORD = `(async (id) => {
  const reading = (await ${DATABASE}).transaction('local').objectStore('local').get(id)
  await new Promise((done) => { reading.onsuccess = done })
  const { words, place } = reading.result.local.record
  return JSON.stringify([words.text, place])
})`

/** Whether the first pull is complete, from the database: before the pull, the line of the device says Saved too. */
const READ_META = `${DATABASE}.then((db) => new Promise((done) => {
  const reading = db.transaction('meta').objectStore('meta').get('meta')
  reading.onsuccess = () => done(reading.result?.syncedAt !== undefined)
}))`

/** A bare text field at the same origin. */
export async function openFloor({ base, context }: Outliner): Promise<Page> {
  const page = await context.newPage()
  await page.route(`${base}/floor`, async (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><meta charset="utf-8"><title>Floor</title><textarea style="width:40rem"></textarea>',
    }),
  )
  await page.goto(`${base}/floor`)
  return page
}
