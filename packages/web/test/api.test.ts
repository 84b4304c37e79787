import { APP_ROUTES, ROUTES } from '@notegraph/contract'
import { describe, expect, test } from 'vitest'
import { openWeb } from './open.ts'

const PATH = '/settings/api'

describe('[14] the API on the web', () => {
  test('every operation of both documents is listed, in their order', async () => {
    const { html } = await (await openWeb()).get(PATH)
    const listed = [...html.matchAll(/<th scope="row"><code>([^<]+)<\/code>/g)].map(([, one]) => one)
    expect(listed).toEqual([...ROUTES, ...APP_ROUTES].map(({ method, path }) => `${method} ${path}`))
  })

  test.each([
    [`${PATH}/notes`, '/api/v1/openapi.json'],
    [`${PATH}/app`, '/api/v1/settings/openapi.json'],
  ])('%s shows %s, by files of this server alone', async (path, document) => {
    const web = await openWeb()
    const { html } = await web.get(path)
    expect(html).toContain(`data-document="${document}"`)
    const loaded = [...html.matchAll(/(?:<script src|<link rel="stylesheet" href)="([^"]+)"/g)].map(
      ([, one]) => one!,
    )
    expect(loaded).toHaveLength(6)
    for (const one of loaded) {
      const { status, headers } = await web.get(one)
      expect([one, status, headers.get('cache-control')]).toEqual([
        one,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  test('the overview loads nothing of the library', async () => {
    expect((await (await openWeb()).get(PATH)).html).not.toContain('swagger')
  })

  test('it opens to an account without a plan, since it shows no data of anybody', async () => {
    expect((await (await openWeb({ plan: 'none' })).get(PATH)).status).toBe(200)
  })
})
