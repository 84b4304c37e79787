import { describe, expect, test } from 'vitest'
import { openApi } from './api.ts'

const { app } = await openApi()
const get = (target: string, method = 'GET') =>
  app.request(`http://notes.example${target}`, { method }, { incoming: { url: target } })

describe('the pages stand beside the API', () => {
  test.each([
    ['/settings/assistants', '/sign-in?to=%2Fsettings%2Fassistants'],
    ['/settings', '/settings/assistants'],
  ])('%s goes to %s where nobody is signed in', async (path, to) => {
    const response = await get(path)
    expect([response.status, response.headers.get('location')]).toEqual([303, to])
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(['/settings/none', '/settings/a/b', '/graph/none', '/assets/none.css'])(
    '%s is a page that says there is none',
    async (path) => {
      const response = await get(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=UTF-8',
      ])
    },
  )

  test('HEAD is answered where GET is', async () => {
    const response = await get('/settings/none', 'HEAD')
    expect([response.status, await response.text()]).toEqual([404, ''])
  })
})
