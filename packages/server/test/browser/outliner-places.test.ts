/**
 * The places of the outliner, in a real browser with a real server.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { makePage, makeShape } from '@notegraph/graph'
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { followSignInLink } from './sign-in-link.ts'
import { addPage, assistantOf, linesOf, notesOf, openAt, saved } from './outliner-page.ts'

const it = useServed()

browserTest('[O2.7] an empty graph offers the import', async ({ page }) => {
  const { store, blobs } = await openStore(readSettings(it.data.env))
  const operators = operator(store, blobs, Date.now)
  await operators.createAccount('new', {})
  const { path } = await operators.createSignInLink('new')
  await store.close()
  await followSignInLink(page, it.served.baseUrl + path)
  await page.goto(`${it.served.baseUrl}/`)
  const offer = page.getByRole('link', { name: 'bring the notes that you have' })
  await offer.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await looksRight(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page' }).fill('First')
  await page.getByRole('option', { name: 'Create page “First”' }).click()
  await page.getByRole('heading', { name: 'First', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Journals' }).waitFor()
  await expect.poll(async () => offer.count()).toBe(0)
})

browserTest(
  '[O2.1] favorites are in the navigation, and pages in the order of their levels',
  async ({ page }) => {
    const names = ['Fleet', 'Fleet/Barge', 'fleet/Tug', ...Array.from({ length: 8 }, (_, n) => `Star ${n}`)]
    for (const name of names) await notesOf(it).createPage({ name })
    await openAt(it, page)
    const navigation = page.getByRole('navigation', { name: 'Pages' })
    const favorites = navigation.getByRole('list', { name: 'Favorites' })
    const links = favorites.getByRole('link')
    await expect.poll(async () => links.count()).toBe(3) // those of the sample
    for (const name of names.slice(3)) {
      await page.goto(`${it.served.baseUrl}/page?name=${name}`)
      await page.getByRole('button', { name: `More about ${name}` }).click()
      await page.getByRole('button', { name: 'Add to favorites' }).click()
      await favorites.getByRole('link', { name }).waitFor()
    }
    await expect.poll(async () => links.count()).toBe(11)
    await page.getByRole('button', { name: 'More about Star 7' }).click()
    await page.getByRole('button', { name: 'Remove from favorites' }).click()
    await expect.poll(async () => favorites.getByRole('link', { name: 'Star 7' }).count()).toBe(0)

    await navigation.getByRole('link', { name: 'Pages' }).click()
    const main = page.getByRole('main')
    await main.getByLabel('Order').selectOption('By the levels of their names')
    const fleet = main
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Fleet', exact: true }) })
    await expect.poll(async () => fleet.innerText()).toBe('Fleet\nBarge\nTug')
    await looksRight(page)
    await main.getByLabel('Filter').fill('tug')
    await main.getByRole('link', { name: 'fleet/Tug' }).click()
    // The address has the id, and the name for reading.
    await page.waitForURL(/\/page\/[0-9a-f-]{36}\/fleet%2FTug$/)
  },
)

browserTest('[O2.1] the list of pages shows all that fit the filter, in its order', async ({ page }) => {
  const now = Date.now()
  const skiffs = Array.from({ length: 25 }, (_, n) => `Skiff ${n + 10}`)
  await addRecords(
    it,
    skiffs.map((name, n) => makePage({ id: `skiff-${n}`, name, props: [], now: now - n * 1_000 })),
  )
  await openAt(it, page)
  await page.goto(`${it.served.baseUrl}/pages`)
  await page.getByLabel('Filter').fill('skif')
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect.poll(async () => links.allInnerTexts()).toEqual(skiffs)
  await page.getByLabel('Filter').fill('skiff 1')
  await page.getByLabel('Order').selectOption('Last edited first')
  await expect.poll(async () => links.allInnerTexts()).toEqual(skiffs.filter((name) => name.includes('1')))
})

browserTest('[O2.1] a click with Shift opens a page beside, where it is edited', async ({ page }) => {
  await addPage(it, 'Harbour', ['crane of [[Boat]]'])
  await addPage(it, 'Boat', ['hull'])
  await openAt(it, page, '/page/Harbour')
  await page.getByRole('link', { name: 'Boat', exact: true }).click({ modifiers: ['Shift'] })
  const beside = page.getByRole('complementary', { name: 'Beside' })
  await beside.getByText('hull').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and mast')
  await expect.poll(async () => linesOf(it, 'Boat')).toEqual(['hull and mast'])
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await beside.getByText('hull and mast').waitFor()
  await looksRight(page)
  await beside.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => beside.count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/page/Harbour')
})

/** Holds the request of a page for the script of the views that today does not need. */
async function holdViews(page: Page) {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  await page.route('**/assets/outliner/later-*.js', async (route) => {
    asked()
    await isFree
    await route.continue()
  })
  return { isAsked, free }
}

/** Delays what views do after they were drawn, until `runHeld`. Work that waits already runs first. */
const HOLD_EFFECTS = `(async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const { setTimeout: later, requestAnimationFrame: inFrame } = globalThis
  const held = []
  globalThis.setTimeout = (run, _, ...args) => {
    held.push(() => run(...args))
    return 0
  }
  globalThis.requestAnimationFrame = () => 0
  globalThis.runHeld = () => {
    globalThis.setTimeout = later
    globalThis.requestAnimationFrame = inFrame
    for (const run of held) run()
  }
})()`

browserTest(
  '[O2.1] a page beside is shown, also if its view loads after the page was drawn',
  async ({ page }) => {
    await page.addInitScript('delete Navigator.prototype.serviceWorker')
    await addPage(it, 'Stern', ['rudder of [[Helm]]'])
    await addPage(it, 'Helm', ['wheel'])
    await openAt(it, page, '/page/Stern')
    await page.getByRole('link', { name: 'Helm', exact: true }).click({ modifiers: ['Shift'] })
    const beside = page.getByRole('complementary', { name: 'Beside' })
    await beside.getByText('wheel').waitFor()
    const views = await holdViews(page)
    await page.reload()
    await views.isAsked
    await page.evaluate(HOLD_EFFECTS)
    views.free()
    await beside.getByRole('button', { name: 'Close' }).waitFor()
    await page.getByRole('main').getByText('rudder').waitFor()
    await page.evaluate('runHeld()')
    await beside.getByText('wheel').waitFor()
  },
)

browserTest('[O2.1] an address without a page says so, until the page is there', async ({ page }) => {
  await addPage(it, 'Sloop', ['mast'])
  await openAt(it, page, '/page/Sloop')
  await page.goto(`${it.served.baseUrl}/page/Yawl`)
  await page.getByRole('heading', { name: 'No page here' }).waitFor()
  await expect.poll(async () => page.getByRole('tree').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await addPage(it, 'Yawl', ['mizzen'])
  await page.getByRole('treeitem', { name: 'mizzen' }).waitFor()
  await notesOf(it).createPage({ name: 'Ketch' })
  await page.goto(`${it.served.baseUrl}/page/ketch`)
  await page.getByRole('link', { name: 'Ketch', exact: true }).last().click()
  await page.getByRole('heading', { name: 'Ketch', level: 1 }).waitFor()
})

browserTest(
  '[O2.1] an address of a block opens on a new device, and says so without a block',
  async ({ page }) => {
    await addPage(it, 'Punt', ['pole', 'paddle'])
    await openAt(it, page, '/block/Punt-1')
    await page.getByRole('treeitem', { name: 'pole' }).waitFor()
    const none = page.getByRole('heading', { name: 'No block here' })
    await (await assistantOf(it)).deleteBlock('Punt-1')
    await none.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await it.stopped(async () => {
      await page.goto(`${it.served.baseUrl}/block/nowhere`)
      await none.waitFor()
      expect(await page.getByRole('tree').count()).toBe(0)
    })
  },
)

browserTest('[O2.1] addresses of the server’s pages open the same place, also offline', async ({ page }) => {
  await addPage(it, 'Lock', ['gate'])
  await openAt(it, page)
  await saved(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  const places = [
    ['/graph', '/pages'],
    ['/graph/tasks', '/tasks'],
    ['/graph/search?q=gate', '/search?q=gate'],
    ['/graph/day', '/'],
    ['/graph/page?id=Lock', '/page/Lock'],
    ['/graph/block?id=Lock-1', '/block/Lock-1'],
  ] as const
  await it.stopped(async () => {
    for (const [address, place] of places) {
      await page.goto(it.served.baseUrl + address)
      const { pathname, search } = new URL(page.url())
      expect(pathname + search).toBe(place)
    }
    await page.goto(`${it.served.baseUrl}/graph/page?name=Lock`)
    await page.getByText('gate').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/page\/Lock/)
  })
  // Pages that the outliner does not have stay.
  await page.goto(`${it.served.baseUrl}/graph/page/history?id=Lock`)
  expect(new URL(page.url()).pathname).toBe('/graph/page/history')
})

browserTest('[O3.6] whiteboards and pages of PDFs open for reading', async ({ page }) => {
  const now = Date.now()
  const board = makePage({ id: 'Board', name: 'Board', kind: 'whiteboard', props: [], now })
  const shape = { id: 'shape', text: 'a drawn word', rev: 'r1', pageId: 'Board', order: 1, props: {}, now }
  await addRecords(it, [board, makeShape(shape)])
  await addPage(it, 'Drawing', ['a marked sentence'], [['pdf', '/api/files/f1']])
  await openAt(it, page)
  for (const [id, words] of [
    ['Board', 'a drawn word'],
    ['Drawing', 'a marked sentence'],
  ] as const) {
    await page.goto(`${it.served.baseUrl}/page/${id}`)
    await page.getByText(words).click()
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
  }
  const pdf = page.getByRole('link', { name: 'Download the PDF' })
  expect(await pdf.getAttribute('href')).toBe('/api/files/f1')
})

browserTest('[O2.1] at midnight Journals begin with the new day, and the caret stays', async ({ page }) => {
  // The hour before midnight, so that the day does not end before the test is there.
  const [today, tomorrow] = [23, 47].map((hours) => new Date(new Date().setHours(hours, 0, 0, 0)))
  const nameOf = (time: Date): string =>
    [time.getFullYear(), time.getMonth() + 1, time.getDate()]
      .map((part) => `${part}`.padStart(2, '0'))
      .join('-')
  await page.clock.install({ time: today! })
  await openAt(it, page)
  const first = page.getByRole('region').first()
  await expect.poll(async () => first.getAttribute('aria-label')).toBe(nameOf(today!))
  // Those before it belong to embedded pages.
  await first
    .getByRole('button', { name: /^(Write here|New block at the end)$/ })
    .last()
    .click()
  await page.keyboard.type('late')
  await page.clock.fastForward(3_660_000)
  await expect.poll(async () => first.getAttribute('aria-label')).toBe(nameOf(tomorrow!))
  await page.keyboard.type(' words')
  await expect.poll(async () => (await linesOf(it, nameOf(today!))).at(-1)).toBe('late words')
})

browserTest('[O2.1] the window has the name of the place in its main column', async ({ page }) => {
  await addPage(it, 'Jetty', ['planks', 'to the [[Pier]]'])
  await addPage(it, 'Pier', ['posts'])
  await openAt(it, page)
  const title = async (): Promise<string> => page.title()
  await expect.poll(title).toBe('Journals · Notegraph')
  for (const [path, name] of [
    ['/page/Jetty', 'Jetty'],
    ['/block/Pier-1', 'Pier'],
    ['/tasks', 'Tasks'],
    ['/page/nowhere', 'No page here'],
    ['/page/Jetty', 'Jetty'],
  ] as const) {
    await page.goto(it.served.baseUrl + path)
    await expect.poll(title).toBe(`${name} · Notegraph`)
  }
  await page
    .getByRole('link', { name: 'Pier', exact: true })
    .first()
    .click({ modifiers: ['Shift'] })
  await page.getByRole('complementary', { name: 'Beside' }).getByText('posts').waitFor()
  expect(await title()).toBe('Jetty · Notegraph')
  await page.getByRole('link', { name: 'Journals' }).click()
  await expect.poll(title).toBe('Journals · Notegraph')
})

browserTest(
  '[O2.1] a day without notes has its name, and the first words make its page',
  async ({ page }) => {
    await openAt(it, page)
    await page.goto(`${it.served.baseUrl}/page?name=Nov%2020th,%202020`)
    await page.getByRole('heading', { name: '2020-11-20', level: 1 }).waitFor()
    expect(await page.title()).toBe('2020-11-20 · Notegraph')
    await page.getByRole('button', { name: 'Write here' }).click()
    await page.keyboard.type('first words')
    await expect.poll(async () => linesOf(it, '2020-11-20').catch(() => [])).toEqual(['first words'])
    await page.reload()
    await page.getByRole('tree', { name: '2020-11-20' }).getByText('first words').waitFor()
    expect(await axeFindings(page)).toEqual([])
  },
)

browserTest(
  '[O2.3] the switcher finds an alias, a day and a command, and forgives letters',
  async ({ page }) => {
    await addPage(it, 'Lighthouse', ['lamp'], [['alias', 'Pharos']])
    await openAt(it, page)
    const ask = async (words: string, first: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Page' }).fill(words)
      await expect.poll(async () => page.getByRole('option').first().innerText()).toContain(first)
      expect(await axeFindings(page)).toEqual([])
    }
    await ask('pharos', 'Pharos Alias of Lighthouse')
    await page.keyboard.press('Escape')
    await ask('lihgthosue', 'Lighthouse')
    await page.keyboard.press('Escape')
    await ask('Nov 30th, 2026', '2026-11-30 Day')
    await page.keyboard.press('Escape')
    await ask('keyboard sh', 'Keyboard shortcuts Command')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await ask('tomorrow', 'Day')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/page\/.+\/\d{4}-\d\d-\d\d$/)
  },
)

browserTest('[O2.2] a page shows the fields of its type, and follows an edit', async ({ page }) => {
  await addPage(
    it,
    'Mira',
    ['sails'],
    [
      ['mood', 'calm'],
      ['birthday', '1990-05-01'],
      ['type', 'person'],
      ['tags', 'Crew'],
    ],
  )
  await openAt(it, page, '/page/Mira')
  const facts = page.getByRole('group', { name: 'Properties' })
  await expect
    .poll(async () => facts.locator('dl > div').allInnerTexts())
    .toEqual(['Type\nPerson', 'Birthday\n1990-05-01', 'mood\ncalm', 'Tags\nCrew'])
  expect(await axeFindings(page)).toEqual([])
  await notesOf(it).setProperties('Mira', { properties: { mood: 'glad' } })
  await facts.getByText('glad').waitFor()
  await facts.getByRole('link', { name: 'Crew' }).click()
  await page.getByRole('heading', { name: 'Crew' }).waitFor()
})

browserTest('[O2.1] filters of pages and tasks are in their addresses', async ({ page }) => {
  await addPage(it, 'Chart', ['TODO [#A] draw the reef', 'TODO [#B] draw the coast', 'DONE draw the bay'])
  await openAt(it, page, '/page/Chart')
  await page.goto(`${it.served.baseUrl}/tasks`)
  const tasks = async (): Promise<string[]> => page.locator('main .block').allInnerTexts()
  await page.getByLabel('Filter').fill('draw the')
  await expect.poll(async () => (await tasks()).length).toBe(2)
  await page.getByLabel('Priority').selectOption('B')
  await expect.poll(async () => (await tasks()).join()).toMatch(/^[^,]*coast$/)
  expect(new URL(page.url()).search).toBe('?q=draw+the&priority=B')
  await page.reload()
  await expect.poll(async () => (await tasks()).join()).toMatch(/^[^,]*coast$/)
  expect(await page.getByLabel('Filter').inputValue()).toBe('draw the')
  await page.getByRole('link', { name: 'Pages', exact: true }).click()
  await page.getByLabel('Filter').fill('char')
  await page.getByLabel('Order').selectOption('updated')
  await page.getByRole('main').getByRole('link', { name: 'Chart', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Chart' }).waitFor()
  await page.goBack()
  await expect.poll(async () => page.getByLabel('Filter').inputValue()).toBe('char')
  expect(await page.getByLabel('Order').inputValue()).toBe('updated')
  await page.goBack()
  await expect.poll(async () => (await tasks()).join()).toMatch(/^[^,]*coast$/)
})
