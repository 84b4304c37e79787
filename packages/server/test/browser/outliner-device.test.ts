/**
 * The browser as a device of the account: a newer shell, and a store that stays.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { addPage, assistantOf, linesOf, notesOf, openAt, saved, setAccount } from './outliner-page.ts'
import { slowProxy } from './slow-proxy.ts'

const it = useServed()

const NEWER = '/outliner-worker.js?newer'

/**
 * Waits until the service worker has the whole shell, and answers the page. From then on the page asks for the newer worker
 * once there is one. If it asked for the other, that one would replace the newer.
 */
async function withShell(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  await page.addInitScript(`{
    const { serviceWorker } = navigator
    const newer = trustedTypes.createPolicy('newer', { createScriptURL: () => '${NEWER}' }).createScriptURL('')
    const register = serviceWorker.register.bind(serviceWorker)
    serviceWorker.register = async (url) => {
      const registration = await register(localStorage.getItem('isNewer') ? newer : url)
      setTimeout(() => (serviceWorker.isWatched = true))
      return registration
    }
  }`)
  await page.reload()
  await page.getByRole('tree').first().waitFor()
  await expect.poll(async () => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  // A worker that came before the app watches for one would take over at once, because the window was just opened.
  await expect.poll(async () => page.evaluate('navigator.serviceWorker.isWatched')).toBe(true)
}

browserTest(
  '[O1.5] on a new device, a page is read and written while the first pull waits',
  async ({ browser }) => {
    await addPage(it, 'Lagoon', ['turtles', 'reeds'])
    await addPage(it, 'Steppe', ['grass'])
    let release = (): void => {}
    const held = new Promise<void>((done) => (release = done))
    let pulls = 0
    const isPull = (path: string): boolean => /\/api\/sync(\/archive)?$/.test(path)
    const proxy = await slowProxy(it.served.baseUrl, async (path) => {
      if (!isPull(path)) return
      pulls++
      await held
    })
    const context = await browser.newContext({ proxy: { server: proxy } })
    const page = await context.newPage()
    await openAt(it, page, '/page/Lagoon')
    await page.getByText('turtles').waitFor()
    await page.getByRole('button', { name: 'New block at the end' }).click()
    await page.keyboard.type('herons')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => page.getByRole('treeitem').allInnerTexts())
      .toEqual(['turtles', 'reeds', 'herons'])
    await page.goto(`${it.served.baseUrl}/pages`)
    await page.getByRole('heading', { name: 'Pages' }).waitFor()
    expect(await page.getByRole('link', { name: 'Steppe' }).count()).toBe(0)
    expect(pulls).toBeGreaterThan(0)
    release()
    await page.getByRole('link', { name: 'Steppe' }).waitFor()
    await saved(page)
    expect(await linesOf(it, 'Lagoon')).toEqual(['turtles', 'reeds', 'herons'])
    await context.close()
  },
)

/** Installs a worker that waits, as a browser does with one of a newer server. */
async function newerShell(page: Page): Promise<void> {
  await page.evaluate("localStorage.setItem('isNewer', 'yes')")
  const other = await page.context().newPage()
  await other.goto(`${it.served.baseUrl}/healthz`)
  await other.evaluate(`navigator.serviceWorker.register('${NEWER}').then(() => 0)`)
}

/**
 * Stops the idle worker that the newer one waits for. Browsers do that by themselves, within half a minute, but not while a test
 * is connected to them.
 */
async function stopOlder(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const versions = new Map<string, string>()
  session.on('ServiceWorker.workerVersionUpdated', ({ versions: updated }) => {
    for (const { versionId, scriptURL } of updated) versions.set(versionId, scriptURL)
  })
  await session.send('ServiceWorker.enable')
  // The versions come after the answer.
  await expect.poll(() => [...versions.values()].some((address) => address.endsWith(NEWER))).toBe(true)
  for (const [versionId, address] of versions)
    if (!address.endsWith(NEWER)) await session.send('ServiceWorker.stopWorker', { versionId })
  await session.detach()
}

/** Whether the page has its notes, and has asked a worker that waits to take over. */
const isOpen = async (page: Page): Promise<boolean> =>
  page
    .evaluate("navigator.serviceWorker.isWatched === true && document.querySelector('[role=tree]') !== null")
    .then(Boolean, () => false)

/** Milliseconds between two looks at a worker that takes over. */
const LOOK_EVERY = 1_000

const textAndCaret = async (page: Page): Promise<unknown> =>
  page.evaluate('[document.activeElement.value, document.activeElement.selectionStart]')

browserTest(
  '[O1.6] a newer shell is offered, and takes over with the text stored and the caret kept',
  async ({ page }) => {
    await addPage(it, 'Shell', ['first', 'second'])
    await openAt(it, page, '/page/Shell')
    await withShell(page)
    await page.getByText('second').click()
    await page.keyboard.press('Home')
    await page.keyboard.type('the ')
    await newerShell(page)
    const offer = page.getByRole('button', { name: 'Reload' })
    await offer.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await looksRight(page)
    await page.evaluate('globalThis.isOld = true')
    await page.keyboard.type('very ')
    await offer.click()
    await expect
      .poll(
        async () => {
          const isOld = await page.evaluate<boolean>("'isOld' in globalThis").catch(() => true)
          if (isOld && (await isOpen(page))) await stopOlder(page)
          return isOld
        },
        { interval: LOOK_EVERY },
      )
      .toBe(false)
    await expect.poll(async () => textAndCaret(page)).toEqual(['the very second', 9])
    await page.keyboard.type('old ')
    await expect.poll(async () => linesOf(it, 'Shell')).toEqual(['first', 'the very old second'])
  },
)

browserTest('[O1.6] the next window takes a newer shell that waits', async ({ page }) => {
  await addPage(it, 'Next', ['one'])
  await openAt(it, page, '/page/Next')
  await withShell(page)
  await newerShell(page)
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  await page.reload()
  const shell = async () => {
    const address = await page
      .evaluate<string>('navigator.serviceWorker.controller?.scriptURL ?? ""')
      .catch(() => '')
    if (!address.endsWith(NEWER) && (await isOpen(page))) await stopOlder(page)
    return address
  }
  await expect.poll(shell, { interval: LOOK_EVERY }).toContain(NEWER)
  await page.getByText('one').waitFor()
})

browserTest('[O1.6] a part that the server no longer has is said, and the words stay', async ({ page }) => {
  await page.route(/\/assets\/outliner\/later-/, async (route) => route.fulfill({ status: 404 }))
  await notesOf(it).addBlock('today', { text: 'plank' })
  await openAt(it, page)
  await page.getByText('plank').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and nail')
  const field = page.getByRole('textbox', { name: 'Block' })
  await expect.poll(async () => field.inputValue()).toBe('plank and nail')
  await page.getByRole('link', { name: 'Search' }).click()
  await expect.poll(async () => field.count()).toBe(0)
  await page.getByText('A part of this page could not be loaded. Reload the page.').first().waitFor()
  await page.goBack()
  await expect.poll(async () => field.inputValue()).toBe('plank and nail')
})

browserTest('[O1.2] persistent storage is asked for at the first edit, and not before', async ({ page }) => {
  await addPage(it, 'Kept', ['chest'])
  await page.addInitScript(
    'globalThis.asked = 0; navigator.storage.persist = () => Promise.resolve(!!++globalThis.asked)',
  )
  await openAt(it, page, '/page/Kept')
  await expect.poll(async () => page.evaluate('globalThis.asked')).toBe(0)
  await page.getByText('chest').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' of tea')
  await expect.poll(async () => linesOf(it, 'Kept')).toEqual(['chest of tea'])
  await page.keyboard.type(' and salt')
  await expect.poll(async () => linesOf(it, 'Kept')).toEqual(['chest of tea and salt'])
  await expect.poll(async () => page.evaluate('globalThis.asked')).toBe(1)
})

browserTest(
  '[O1.6] a shell older than the notes asks to reload, and the words stay on screen',
  async ({ page, context }) => {
    await addPage(it, 'Ebb', ['tide'])
    await openAt(it, page, '/page/Ebb')
    await saved(page)
    const other = await context.newPage()
    await other.goto(`${it.served.baseUrl}/healthz`)
    await other.evaluate(`indexedDB.databases().then(([{ name }]) => new Promise((done) => {
      indexedDB.open(name, 99).onsuccess = ({ target }) => done(target.result.close())
    }))`)
    await page.getByText('tide').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and moon')
    const state = page.locator('.device-state')
    await expect.poll(async () => state.innerText()).toMatch(/^A newer version of this app has upgraded/)
    await page.getByText('Not stored: tide and moon').waitFor()
    expect(await page.getByRole('textbox', { name: 'Block' }).inputValue()).toBe('tide and moon')
    expect(await axeFindings(page)).toEqual([])
    // Leaving warns: the first time the person stays, the second time goes.
    const warnings: string[] = []
    page.on('dialog', (warning) => {
      void (warnings.push(warning.type()) === 1 ? warning.dismiss() : warning.accept())
    })
    const reload = page.getByRole('button', { name: 'Reload' })
    await reload.click()
    await expect.poll(() => warnings).toEqual(['beforeunload'])
    expect(await page.getByRole('textbox', { name: 'Block' }).inputValue()).toBe('tide and moon')
    await reload.click()
    await expect
      .poll(async () => state.innerText().catch(() => ''))
      .toMatch(/^This page is older than the notes/)
    await reload.waitFor()
    expect(await axeFindings(page)).toEqual([])
  },
)

browserTest(
  '[O3.3] a text over the limit is said, and stays on screen while one goes elsewhere',
  async ({ page }) => {
    await addPage(it, 'Scroll', ['sails', 'next'])
    await openAt(it, page, '/page/Scroll')
    await page.getByText('sails').click()
    await page.keyboard.insertText('x'.repeat(20_001))
    await page.getByText('This block has 20006 characters, and can have 20000.').waitFor()
    const state = page.locator('.device-state')
    await expect.poll(async () => state.innerText()).toMatch(/^A block is too long/)
    const warns = async (): Promise<unknown> =>
      page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    expect(await warns()).toBe(true)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Tasks' }).click()
    await page.getByRole('heading', { name: 'Tasks' }).waitFor()
    await page.goBack()
    const field = page.getByRole('textbox', { name: 'Block' })
    expect((await field.inputValue()).length).toBe(20_006)
    await field.fill('shorter')
    await saved(page)
    expect(await warns()).toBe(false)
    await expect.poll(async () => linesOf(it, 'Scroll')).toEqual(['shorter', 'next'])
  },
)

browserTest('[O1.2] a pull that would delete nearly all asks first', async ({ page }) => {
  await addPage(
    it,
    'Cargo',
    Array.from({ length: 3_000 }, (_, n) => `crate ${n}`),
  )
  await openAt(it, page)
  await saved(page)
  await page.getByRole('link', { name: 'Pages' }).click()
  await (await assistantOf(it)).deletePage('Cargo')
  const allow = page.getByRole('button', { name: 'Allow the deletion' })
  await allow.waitFor()
  expect(await page.locator('.device-state').innerText()).toMatch(/delete/)
  expect(await axeFindings(page)).toEqual([])
  await looksRight(page)
  const cargo = page.getByRole('link', { name: 'Cargo' })
  expect(await cargo.count()).toBe(1)
  page.on('dialog', (question) => void question.accept())
  await allow.click()
  await expect.poll(async () => cargo.count()).toBe(0)
  await saved(page)
})

browserTest(
  '[O1.2, O3.3] a plan that ended, and a full account, are said, and the words wait',
  async ({ page }) => {
    await addPage(it, 'Fee', ['coin'])
    await openAt(it, page, '/page/Fee')
    await saved(page)
    const state = page.locator('.device-state')
    await setAccount(it, () => ({ plan: 'none' }))
    await page.getByText('coin').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' of gold')
    await expect.poll(async () => state.innerText()).toMatch(/plan/)
    expect(await axeFindings(page)).toEqual([])
    await page.reload()
    await page.getByText('coin of gold').waitFor()
    await setAccount(it, (used) => ({ plan: 'active', quota: used }))
    await page.reload()
    const refused = page.getByRole('group', { name: 'The server refused this' })
    await refused.waitFor()
    await expect.poll(async () => state.innerText()).toMatch(/^The server refused 1 change/)
    expect(await axeFindings(page)).toEqual([])
    await looksRight(page)
    await setAccount(it, (used) => ({ quota: used + 1_000_000 }))
    await refused.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(async () => linesOf(it, 'Fee')).toEqual(['coin of gold'])
    await refused.waitFor({ state: 'detached' })
  },
)

browserTest(
  '[O1.2, O1.4, O4.4] a page and a file for which there is no space say so, and are sent again or discarded',
  async ({ page }) => {
    await addPage(it, 'Toll', ['coin'])
    await openAt(it, page, '/page/Toll')
    await saved(page)
    const state = page.locator('.device-state')
    await setAccount(it, (used) => ({ quota: used }))
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByLabel('Name of the page').fill('Toll of a bridge over a river')
    await page.getByLabel('Name of the page').press('Enter')
    const refused = page.getByRole('group', { name: 'The server refused this' })
    await refused.getByText('Storage is full').waitFor()
    // There is space for words.
    await setAccount(it, (used) => ({ quota: used + 10_000 }))
    await refused.getByRole('button', { name: 'Send again' }).click()
    await refused.waitFor({ state: 'detached' })
    await saved(page)
    await page.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File(['x'.repeat(100_000)], 'map.txt', { type: 'text/plain' }))
      document.querySelector('.add-last').dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }`)
    await expect
      .poll(async () => state.innerText())
      .toMatch(/^The server refused 1 change\. It is kept here\. Storage is full/)
    expect(await axeFindings(page)).toEqual([])
    await looksRight(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question.getByText('1 change could not be sent.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    const asked: string[] = []
    page.on('dialog', (question) => {
      asked.push(question.message())
      void question.accept()
    })
    await page.getByRole('button', { name: 'Discard 1 file' }).click()
    await saved(page)
    expect(asked).toEqual(['No other device has map.txt. Discard?'])
    await setAccount(it, (used) => ({ quota: used + 1_000_000 }))
  },
)
