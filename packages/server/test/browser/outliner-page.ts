/** Steps that tests of the outliner share: a page in a browser, and the same page on the server. */
import type { Page } from '@notegraph/browser-tests'
import { notesClient, type NotesClient } from '@notegraph/client'
import { makeBlock, makePage } from '@notegraph/graph'
import { openStore, readSettings } from '@notegraph/host'
import { operator, type AccountOptions } from '@notegraph/service'
import { expect } from 'vitest'
import { addRecords, type ServedSession } from '../served.ts'
import { signIn } from './sign-in-link.ts'

export const notesOf = ({ served }: ServedSession): NotesClient =>
  notesClient({ url: served.baseUrl, token: served.token! })

/** An assistant that may delete. */
export async function assistantOf({ data, served }: ServedSession): Promise<NotesClient> {
  const { store, blobs } = await openStore(readSettings(data.env))
  const { token } = await operator(store, blobs, Date.now).createToken('me', {
    name: 'Claude',
    scope: 'write',
    may: ['organize'],
  })
  await store.close()
  return notesClient({ url: served.baseUrl, token })
}

/** Changes the account, as its operator does while the server runs. */
export async function setAccount(
  { data }: ServedSession,
  change: (usedBytes: number) => AccountOptions,
): Promise<void> {
  const { store, blobs } = await openStore(readSettings(data.env))
  await operator(store, blobs, Date.now).setAccount('me', change(await store.graph('me').storage.bytes()))
  await store.close()
}

/** The lines of a page on the server, nested ones behind two spaces for each level. */
export async function linesOf(it: ServedSession, page: string): Promise<string[]> {
  const { blocks } = await notesOf(it).readPage(page, { limit: 200 })
  const depths = new Map<string | null, number>()
  return blocks.map(({ id, parentId, content }) => {
    const depth = (depths.get(parentId) ?? -1) + 1
    depths.set(id, depth)
    return '  '.repeat(depth) + content
  })
}

/** Signs in and opens a place of the outliner. */
export async function openAt(it: ServedSession, page: Page, path = '/'): Promise<void> {
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}${path}`)
  await page.getByRole('tree').first().waitFor()
}

/** A page of the server. Its blocks are `ID-1`, `ID-2` and so on, all at the top level. */
export async function addPage(
  it: ServedSession,
  id: string,
  texts: readonly string[],
  props: readonly (readonly [key: string, value: string])[] = [],
): Promise<void> {
  const now = Date.now()
  await addRecords(it, [
    makePage({ id, name: id, props, now }),
    ...texts.map((content, i) =>
      makeBlock({
        id: `${id}-${i + 1}`,
        content,
        rev: `${id}-r${i + 1}`,
        pageId: id,
        parentId: null,
        order: i + 1,
        now,
      }),
    ),
  ])
}

export const saved = async (page: Page): Promise<void> =>
  expect.poll(async () => page.locator('.device-state').innerText()).toBe('Saved')

type Box = NonNullable<Awaited<ReturnType<ReturnType<Page['locator']>['boundingBox']>>>

/** The place of an element once it stays there. One that is drawn again has none for a moment. */
export async function boxOf(element: ReturnType<Page['locator']>): Promise<Box> {
  let before: Box | null = null
  await expect
    .poll(async () => {
      const last = before
      before = await element.boundingBox()
      return before !== null && JSON.stringify(before) === JSON.stringify(last)
    })
    .toBe(true)
  return before!
}

/** All that this browser keeps, as text. */
export const onDevice = async (page: Page): Promise<string> =>
  page.evaluate(`(async () => {
    const asked = (request) => new Promise((done, failed) => Object.assign(request, {
      onsuccess: () => done(request.result), onerror: () => failed(request.error) }))
    const all = []
    for (const { name } of await indexedDB.databases()) {
      const db = await asked(indexedDB.open(name))
      for (const store of db.objectStoreNames)
        all.push(await asked(db.transaction(store).objectStore(store).getAll()))
      db.close()
    }
    return JSON.stringify(all) + JSON.stringify({ ...localStorage })
  })()`)
