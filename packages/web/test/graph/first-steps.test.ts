import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, openWeb, type Web } from '../open.ts'

let web: Web
beforeEach(async () => {
  web = await openWeb()
})

const shown = async (path = '/graph', cookie?: string) => (await web.get(path, cookie)).text

/** An import that ended. */
const imported = async (dryRun?: true) =>
  web.store.imports.begin(
    {
      id: dryRun ? 'preview' : 'import',
      accountId: 'me',
      state: 'done',
      startedAt: web.clock.now,
      seenAt: web.clock.now,
      done: 1,
      total: 1,
      ...(dryRun && { result: JSON.stringify({ dryRun }) }),
    },
    web.clock.now,
  )
const connected = async () => {
  const { id } = await web.operators.createToken('me', { name: 'Script', scope: 'read' })
  await web.store.tokens.touch(id, web.clock.now)
}
const synced = async () => web.operators.createSession('me', { device: 'Phone' })

describe('the first steps above the pages', () => {
  test('a new account has three to do, each with its page', async () => {
    const { text, html } = await web.get('/graph')
    expect(text).toMatch(/First steps 0 of 3 Hide Import your notes .* Connect an assistant .* Add a device/)
    for (const path of ['/settings/transfer', '/settings/assistants', '/settings/devices'])
      expect(html).toMatch(new RegExp(`<li *>\\s*<a href="${path}">`))
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['an import', async () => imported(), 'Import your notes Done'],
    ['a token that was used', connected, 'Connect an assistant Done'],
    ['a device', synced, 'Add a device Done'],
  ])('%s does its step', async (_, act, words) => {
    await act()
    expect(await shown()).toContain('First steps 1 of 3')
    expect(await shown()).toContain(words)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a preview of an import', async () => imported(true)],
    ['a token that nobody used', async () => web.operators.createToken('me', { name: 'x', scope: 'read' })],
  ])('%s does none', async (_, act) => {
    await act()
    expect(await shown()).toContain('First steps 0 of 3')
  })

  test('go once all are done', async () => {
    for (const act of [async () => imported(), connected, synced]) await act()
    expect(await shown()).not.toContain('First steps')
  })

  test('are hidden by a button, for this browser', async () => {
    const posted = await web.post('/graph/first-steps/hide', {})
    expect([posted.status, posted.headers.get('location')]).toEqual([303, '/graph'])
    expect(posted.headers.get('set-cookie')).toMatch(
      /; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await shown('/graph', cookieOf(posted))).not.toContain('First steps')
    expect(await shown()).toContain('First steps')
  })

  test('are not in the way of a filtered list', async () => {
    expect(await shown('/graph?q=x')).not.toContain('First steps')
  })
})
