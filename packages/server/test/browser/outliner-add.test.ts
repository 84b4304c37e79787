/**
 * Quick add in the outliner: from an address, from a bookmarklet, and from a share that the service worker answers.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { isoDay } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { linesOf, openAt } from './outliner-page.ts'
import { signIn, signInLink } from './sign-in-link.ts'

const it = useServed()

const zoneOf = async (page: Page): Promise<string> =>
  page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')
const todayIn = async (page: Page): Promise<string> => isoDay(dayAt(Date.now(), await zoneOf(page)))
const field = (page: Page) => page.getByRole('textbox', { name: 'A block for today’s page' })

browserTest(
  '[O2.5] an address fills the form, and Enter adds it to today, also offline',
  async ({ page }) => {
    await openAt(it, page)
    const today = await todayIn(page)
    const before = await linesOf(it, today)
    const query = 'title=Boats&url=https%3A%2F%2Fboats.example%2Fa&text=to+read'
    await page.goto(`${it.served.baseUrl}/add?${query}`)
    await expect.poll(async () => field(page).inputValue()).toBe('[Boats](https://boats.example/a) to read')
    expect(await axeFindings(page)).toEqual([])
    await looksRight(page)
    expect(await linesOf(it, today)).toEqual(before)
    await page.keyboard.press('Enter')
    await page.getByText(`Added to today, ${today}.`).waitFor()
    await expect
      .poll(async () => linesOf(it, today))
      .toEqual([...before, '[Boats](https://boats.example/a) to read'])
    expect(new URL(page.url()).search).toBe('')
    await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await it.stopped(async () => {
      await page.goto(`${it.served.baseUrl}/add?text=without+a+network`)
      await field(page).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText(`Added to today, ${today}.`).waitFor()
      await page.getByRole('link', { name: `today, ${today}` }).click()
      await page.getByText('without a network').waitFor()
    })
    await expect.poll(async () => linesOf(it, today)).toContain('without a network')
  },
)

/** Sends what another program shares, as the system does for an installed app. */
const share = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
  await page.evaluate(`(() => {
    const form = document.createElement('form')
    form.method = 'post'
    form.enctype = 'multipart/form-data'
    form.action = ${JSON.stringify(`${it.served.baseUrl}/add`)}
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
      const input = form.appendChild(document.createElement('input'))
      Object.assign(input, { type: 'hidden', name, value })
    }
    const files = new DataTransfer()
    files.items.add(new File(['rope'], 'knots.txt', { type: 'text/plain' }))
    const input = form.appendChild(document.createElement('input'))
    Object.assign(input, { type: 'file', name: 'files' })
    input.files = files.files
    document.body.append(form)
    form.submit()
  })()`)
}

browserTest('[O2.5] a share with a file is answered by the service worker', async ({ page }) => {
  await openAt(it, page)
  const today = await todayIn(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  await page.reload()
  await share(page, { title: 'Knots', text: 'for the rope', url: '' })
  await page.getByText('knots.txt').waitFor()
  await expect.poll(async () => field(page).inputValue()).toBe('Knots for the rope')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect
    .poll(async () => (await linesOf(it, today)).at(-1))
    .toBe('Knots for the rope [file: knots.txt]')
})

browserTest(
  '[O2.5] a share without a service worker gets the filled form of the server',
  async ({ page }) => {
    await page.addInitScript('delete Navigator.prototype.serviceWorker')
    await openAt(it, page)
    const today = await todayIn(page)
    const before = await linesOf(it, today)
    await share(page, { title: 'Oars', text: 'two', url: 'https://oars.example' })
    const note = page.getByRole('textbox', { name: 'Add a note' })
    await expect.poll(async () => note.inputValue()).toBe('[Oars](https://oars.example) two')
    expect(await linesOf(it, today)).toEqual(before)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('Note added.').waitFor()
  },
)

browserTest('[O2.5] a bookmarklet brings the page and the selected words', async ({ page, context }) => {
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}/settings/devices`)
  const code = await page.getByRole('link', { name: 'Add to Notegraph' }).getAttribute('href')
  const other = await context.newPage()
  await other.goto(`${it.served.baseUrl}/assets/icon.svg`).catch(() => {})
  await other.setContent('<title>Harbour news</title><p>ships came</p>')
  await other.evaluate(`getSelection().selectAllChildren(document.querySelector('p'))`)
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    other.evaluate(code!.replace(/^javascript:/, '')),
  ])
  await field(opened).waitFor()
  await expect.poll(async () => field(opened).inputValue()).toContain('ships came')
  await expect.poll(async () => field(opened).inputValue()).toContain('Harbour news')
})

browserTest('[O2.5] the form is filled after a sign-in too', async ({ page }) => {
  const link = await signInLink(it)
  await page.goto(`${it.served.baseUrl}/add?text=kept+words`)
  await page.waitForURL(/\/sign-in\?to=/)
  await page.getByRole('textbox', { name: 'Sign-in link or code' }).fill(link)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in as' }).click()
  await field(page).waitFor()
  await expect.poll(async () => field(page).inputValue()).toBe('kept words')
})
