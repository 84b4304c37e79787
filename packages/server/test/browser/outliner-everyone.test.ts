/**
 * The outliner for everyone: narrow and enlarged windows, forced colors, screen readers, the keyboard alone, and thumbs. It
 * has one navigation, and nothing of a note runs or asks another host.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { addPage, boxOf, linesOf, notesOf, openAt } from './outliner-page.ts'

const it = useServed()

/** Checks a state with axe, and that nothing is wider than the window. */
async function fits(page: Page, what: string): Promise<void> {
  const { width } = page.viewportSize()!
  const wide = await page.evaluate('document.documentElement.scrollWidth')
  expect({ what, findings: await axeFindings(page), wide }).toEqual({ what, findings: [], wide: width })
}

/** A window of 1,280 by 1,024 that is enlarged four times has room for 320 by 256. */
browserTest(
  '[O5.1] every place and state fits a window of 320 pixels, with forced colors and without motion',
  async ({ page }) => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung'
    await addPage(it, 'Narrow', [
      `${long} [[${long}]]`,
      'TODO oar https://boats.example/a/very/long/address/that/has/no/blank/in/it/at/all',
      '| a | b | c | d |\n| - | - | - | - |\n| wide table | with many | columns of | words |',
      `\`\`\`js\nconst ${long} = 1\n\`\`\``,
      '{{embed [[Start here]]}}',
      '{{query (todo TODO)}}',
    ])
    await page.setViewportSize({ width: 320, height: 256 })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await openAt(it, page, '/page/Narrow')
    await page.getByText('wide table').waitFor()
    await fits(page, 'page')
    await page.getByRole('tree').first().getByText('oar').first().click()
    await page.getByRole('textbox', { name: 'Block' }).waitFor()
    await fits(page, 'field')
    await page.keyboard.press('Escape')
    await fits(page, 'selected')
    await page.keyboard.press('Control+/')
    await page.getByRole('dialog', { name: 'Commands of the block' }).waitFor()
    await fits(page, 'commands')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Page' }).waitFor()
    await fits(page, 'switcher')
    await page.keyboard.press('Escape')
    for (const [path, words] of [
      ['/', 'Journals'],
      ['/pages', 'Pages'],
      ['/tasks', 'Tasks'],
      ['/search?q=oar', 'Search'],
      ['/changes', 'Changes'],
      ['/deleted', 'Deleted'],
      ['/map', 'Graph'],
      ['/add', ''],
      ['/block/Narrow-2', 'Narrow'],
      ['/page/nowhere', 'No page here'],
    ] as const) {
      await page.goto(`${it.served.baseUrl}${path}`)
      await page.getByRole('heading', { level: 1, name: words }).waitFor()
      await fits(page, path)
    }
  },
)

browserTest('[O5.1] a long name of a day fits a narrow window', async ({ page }) => {
  await notesOf(it).addBlock('2020-09-30', { text: 'dry dock' })
  await page.setViewportSize({ width: 320, height: 256 })
  await openAt(it, page)
  await page.locator('time[datetime="2020-09-30"]').waitFor()
  await fits(page, 'Wednesday, September 30, 2020')
})

browserTest(
  '[O5.1] a page beside itself, and blocks embedded twice, have names of their own',
  async ({ page }) => {
    const { ids } = await notesOf(it).addBlock('today', { text: 'anchor' })
    const embed = `{{embed ((${ids['blockId']}))}}`
    await addPage(it, 'Twice', [
      embed,
      embed,
      '{{query (todo TODO)}}',
      '{{query (todo TODO)}}',
      'see [[Twice]]',
    ])
    await openAt(it, page, '/page/Twice')
    await page
      .getByRole('tree')
      .first()
      .getByRole('link', { name: 'Twice' })
      .click({ modifiers: ['Shift'] })
    const beside = page.getByRole('complementary', { name: 'Beside' })
    await beside.getByText('anchor').nth(1).waitFor()
    await expect.poll(async () => page.getByRole('group', { name: 'Linked references' }).count()).toBe(2)
    expect(await axeFindings(page)).toEqual([])
  },
)

interface AxNode {
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[]
}

browserTest('[O5.1] a screen reader gets the words, level and fold of each block', async ({ page }) => {
  await addPage(it, 'Ladder', ['rung', 'step', 'foot'])
  await openAt(it, page, '/page/Ladder')
  await page.getByText('step').click()
  await page.keyboard.press('Tab')
  await expect.poll(async () => linesOf(it, 'Ladder')).toEqual(['rung', '  step', 'foot'])
  await page.keyboard.press('Escape')
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] }
  const items = nodes
    .filter(({ role }) => role?.value === 'treeitem')
    .map(({ name, properties = [] }) => [
      name?.value,
      ...['level', 'expanded', 'selected'].map(
        (key) => properties.find((one) => one.name === key)?.value.value,
      ),
    ])
  expect(new Map(items.map(([name, ...states]) => [name, states]))).toEqual(
    new Map([
      ['rung Fold Open this block alone', [1, true, false]],
      ['step Open this block alone', [2, undefined, true]],
      ['foot Open this block alone', [1, undefined, false]],
    ]),
  )
})

browserTest(
  '[O5.3] nothing of a note runs or asks another host, and the policy is strict',
  async ({ page }) => {
    await addPage(it, 'Trap', [
      '<img src=x onerror="globalThis.ran = 1"><script>globalThis.ran = 2</script>',
      '[click](javascript:globalThis.ran=3) ![picture](https://spy.example/pixel.png)',
      '<iframe src="https://spy.example/"></iframe> <style>body { background: url(https://spy.example/b) }</style>',
      '{{video https://spy.example/v.mp4}} $$\\href{javascript:globalThis.ran=4}{x}$$',
      '```html\n<script>globalThis.ran = 5</script>\n```',
      'last',
    ])
    const hosts = new Set<string>()
    page.context().on('request', (request) => hosts.add(new URL(request.url()).host))
    const broken: string[] = []
    page.on(
      'console',
      (message) => /content security policy|trusted/i.test(message.text()) && broken.push(message.text()),
    )
    await openAt(it, page, '/page/Trap')
    await page.getByText('last').waitFor()
    await page.getByText('last').click()
    await page.keyboard.press('Escape')
    for (const name of ['Tasks', 'Search', 'Pages', 'Graph', 'Changes', 'Deleted', 'Journals'])
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Journals' }).waitFor()
    expect([...hosts]).toEqual([new URL(it.served.baseUrl).host])
    expect(await page.evaluate('globalThis.ran ?? 0')).toBe(0)
    expect(broken).toEqual([])
    const shell = await page.request.get(`${it.served.baseUrl}/`)
    const policy = shell.headers()['content-security-policy']!
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/)
    expect(await shell.text()).toContain("require-trusted-types-for 'script'")
  },
)

browserTest('[O5.4] one navigation: notes come first, and the settings are one entry', async ({ page }) => {
  await openAt(it, page)
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  const first = navigation.getByRole('list', { name: 'Notes' }).getByRole('link')
  const words = await first.allInnerTexts()
  expect(words.map((one) => one.trim())).toEqual(['Journals', 'Tasks', 'Search', 'Pages', 'Graph'])
  expect(await navigation.locator('a[href*="/settings"]').count()).toBe(1)
})

browserTest('[O5.1] a few rows of a long list say their places at once', async ({ page }) => {
  await addPage(
    it,
    'Armada',
    Array.from({ length: 450 }, (_, i) => `boat ${i + 1}`),
  )
  await page.addInitScript(`(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'ariaPosInSet')
    let count = 0
    globalThis.most = 0
    Object.defineProperty(Element.prototype, 'ariaPosInSet', {
      get,
      set(place) {
        if (count++ === 0) queueMicrotask(() => (count = 0))
        globalThis.most = Math.max(globalThis.most, count)
        set.call(this, place)
      },
    })
  })()`)
  await openAt(it, page, '/page/Armada')
  await expect.poll(async () => page.locator('[role=treeitem][aria-posinset="450"]').count()).toBe(1)
  expect(await page.evaluate('globalThis.most')).toBeLessThanOrEqual(200)
})

browserTest('[O5.1] each block says its place among its siblings, also in a long list', async ({ page }) => {
  await addPage(
    it,
    'Fleet',
    Array.from({ length: 120 }, (_, i) => `boat ${i + 1}`),
  )
  await openAt(it, page, '/page/Fleet')
  const places = async (): Promise<string[]> =>
    page.evaluate(
      "[...document.querySelectorAll('[role=treeitem]')].map((row) => row.ariaPosInSet + ' of ' + row.ariaSetSize)",
    )
  const all = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i + 1} of ${count}`)
  await expect.poll(places).toEqual(all(120))
  // Keys lead the window along.
  await page.getByText('boat 3', { exact: true }).click()
  await page.keyboard.press('Escape')
  const inSight = async (): Promise<boolean> =>
    page.evaluate(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
      document.querySelector('.mode-selected').getBoundingClientRect())`)
  for (const [key, words] of [
    ['End', 'boat 120'],
    ['Home', 'boat 1'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(async () => page.locator('.mode-selected').innerText()).toBe(words)
    await expect.poll(inSight).toBe(true)
  }
  await page.getByText('boat 3', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(places).toEqual(all(121))
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await places()).slice(2, 5)).toEqual(['3 of 120', '1 of 1', '4 of 120'])
  expect(await axeFindings(page)).toEqual([])
})

browserTest('[O5.1] the keyboard alone reaches a block, and each result is said', async ({ page }) => {
  await addPage(it, 'Keys', ['hook', 'line', 'sinker'])
  await openAt(it, page, '/page/Keys')
  const tree = page.getByRole('tree').first()
  const focused = tree.and(page.locator(':focus'))
  const said = page.locator('.spoken')
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return focused.count()
    })
    .toBe(1)
  const active = async (): Promise<string> =>
    page.evaluate(
      'document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).innerText',
    )
  expect((await active()).trim()).toBe('hook')
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await active()).trim()).toBe('line')
  await expect.poll(async () => said.innerText()).toBe('Level 1, 2 of 3.')
  await page.keyboard.press('Tab')
  await expect.poll(async () => said.innerText()).toBe('Level 2, 1 of 1.')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => said.innerText()).toBe('TODO')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => said.innerText()).toBe('Level 1, 1 of 2.')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => said.innerText()).toBe('Folded.')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => said.innerText()).toBe('Unfolded.')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await active()).trim()).toMatch(/line$/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+ArrowUp')
  await expect.poll(async () => said.innerText()).toBe('Folded.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('s')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => said.innerText()).toBe('Undone.')
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  // Nothing is above the first block. The keys stay.
  await page.keyboard.press('Tab')
  await page.getByText('none to nest under').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  expect((await active()).trim()).toBe('hook')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect.poll(async () => focused.count()).toBe(0)
  await expect.poll(async () => linesOf(it, 'Keys')).toEqual(['hook', '  TODO line', 'sinker'])
})

browserTest('[O5.2] a long press selects, and a bar acts on what is selected', async ({ browser }) => {
  await addPage(it, 'Thumb', ['left', 'right', 'centre'])
  await addPage(it, 'Finger', ['one'])
  await notesOf(it).addOutline('Finger', { text: '- two\n\t- three\n\t\t- four' })
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await openAt(it, page, '/page/Thumb')
  const press = async (words: string): Promise<void> => {
    const { x, y } = await boxOf(page.getByText(words, { exact: true }))
    const touch = await context.newCDPSession(page)
    const at = { touchPoints: [{ x: x + 4, y: y + 4 }] }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at })
    await page.locator('[aria-selected="true"]', { hasText: words }).waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await press('left')
  await press('right')
  const bar = page.getByRole('toolbar', { name: 'Selected blocks' })
  expect(await axeFindings(page)).toEqual([])
  await looksRight(page)
  await bar.getByRole('button', { name: 'Next task marker' }).tap()
  await expect.poll(async () => linesOf(it, 'Thumb')).toEqual(['TODO left', 'TODO right', 'centre'])
  await bar.getByRole('button', { name: 'Delete' }).tap()
  await expect.poll(async () => linesOf(it, 'Thumb')).toEqual(['centre'])
  await bar.getByRole('button', { name: 'Done' }).tap()
  await bar.waitFor({ state: 'detached' })
  // The list of pages in a nested block is no wider than the window, so that the bar stays in sight.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${it.served.baseUrl}/page/Finger`)
  await page.getByText('four', { exact: true }).tap()
  await page.getByRole('button', { name: 'Link a page' }).tap()
  const list = await boxOf(page.getByRole('listbox', { name: 'Pages' }))
  expect([list.x >= 0, list.x + list.width <= 360]).toEqual([true, true])
  expect(await page.evaluate('[innerWidth, document.documentElement.scrollWidth]')).toEqual([360, 360])
  await page.getByRole('toolbar').getByRole('button', { name: 'Done' }).tap()
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  await context.close()
})
