/** The headers with which a browser shows a file. */
import { parse as parseDisposition } from 'content-disposition'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { sessionOf, upload } from './uploads.ts'

describe('[D9.5] how a file is shown', () => {
  let api: Api
  let session: string
  let made = 0
  beforeAll(async () => {
    api = await openApi()
    session = await sessionOf(api)
  })

  async function headersOf(name: string, type: string): Promise<Headers> {
    const target = `/api/files?name=${encodeURIComponent(name)}`
    const call = { headers: { 'Content-Type': type } }
    const { body } = await upload(api, session, `file ${made++}`, call, target)
    return (await api.call(`/api/files/${body['id']}`, { token: null })).headers
  }

  test.each([
    ['a.png', 'image/png', 'inline'],
    ['a.jpg', 'image/jpeg', 'inline'],
    ['a.webp', 'image/webp', 'inline'],
    ['a.avif', 'IMAGE/AVIF', 'inline'],
    ['a.svg', 'image/svg+xml', 'attachment'],
    ['a.png', 'image/svg+xml', 'attachment'],
    ['a.svgz', 'image/svg', 'attachment'],
    ['a.html', 'text/html', 'attachment'],
    ['a.png', 'text/html', 'attachment'],
    ['a.pdf', 'application/pdf', 'attachment'],
    ['a.xml', 'application/xhtml+xml', 'attachment'],
    ['a.js', 'text/javascript', 'attachment'],
    ['a.mp4', 'video/mp4', 'attachment'],
    ['a', 'application/octet-stream', 'attachment'],
  ])('%s as %s: %s, and nothing in it runs', async (name, type, expected) => {
    const headers = await headersOf(name, type)
    expect(parseDisposition(headers.get('content-disposition')!)).toEqual({
      type: expected,
      parameters: expect.objectContaining({ filename: name }),
    })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type.toLowerCase(),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each([
    ['map.png', 'inline; filename=map.png'],
    ['my map.png', 'inline; filename="my map.png"'],
    ['a "b" \\ c.png', 'inline; filename="a \\"b\\" \\\\ c.png"'],
    ['Straße.png', `inline; filename="Stra?e.png"; filename*=UTF-8''Stra%C3%9Fe.png`],
    ['地図.png', `inline; filename="??.png"; filename*=UTF-8''%E5%9C%B0%E5%9B%B3.png`],
    ["it's; (c)*.png", `inline; filename="it's; (c)*.png"`],
    ['%41.png', `inline; filename=%41.png; filename*=UTF-8''%2541.png`],
    ['😀.png', `inline; filename="??.png"; filename*=UTF-8''%F0%9F%98%80.png`],
  ])('[RFC 6266] the name %s', async (name, expected) => {
    const header = (await headersOf(name, 'image/png')).get('content-disposition')!
    expect(header).toBe(expected)
    expect(parseDisposition(header).parameters['filename']).toBe(name)
  })
})
