import { expect, test } from 'vitest'
import { openWeb } from './open.ts'

const PATH = '/settings/security'

test('audit log: the page says what was done, by the names that tokens and devices have now', async () => {
  const web = await openWeb()
  expect((await web.get(PATH)).text).toContain('No events yet.')
  const { id } = await web.operators.createToken('me', { name: '<b>Laptop</b>', scope: 'read' })
  const add = (event: 'token_made' | 'token_refused', detail: string, address?: string) =>
    web.store.audit.add(
      {
        at: web.clock.now,
        accountId: 'me',
        event,
        by: 'token',
        subject: id,
        detail,
        ...(address && { address }),
      },
      { before: 0, most: 200, mostRefused: 200, mostOfSites: 200 },
    )
  await add('token_made', 'read')
  await add('token_refused', 'revoked', 'x1Jd0c7QmZ4vT9aB')
  const { text, html } = await web.get(PATH)
  expect(text).toMatch(
    /20 Nov 2026, 12:00 Token refused “<b>Laptop<\/b>” revoked a token x1Jd0c7QmZ4vT9aB 20 Nov 2026, 12:00 Token created “<b>Laptop<\/b>” read a token this server$/,
  )
  expect(html).not.toContain('<b>Laptop')
})

test('audit log: a hundred at a time', async () => {
  const web = await openWeb()
  for (let n = 0; n < 101; n++)
    await web.store.audit.add(
      { at: n, accountId: 'me', event: 'export', by: 'device' },
      { before: 0, most: 200, mostRefused: 200, mostOfSites: 200 },
    )
  expect((await web.get(PATH)).text).toContain('1 to 100 of 101')
  expect((await web.get(`${PATH}?offset=100`)).text).toContain('101 to 101 of 101')
})
