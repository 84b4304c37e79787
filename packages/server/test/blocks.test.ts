/** @module-tag both-stores */
import { beforeAll, expect, test } from 'vitest'
import { headersOf, openApi, type Api } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

test('[4] a block by its id', async () => {
  const { block } = (await api.get('/blocks/late')).body
  expect(block).toMatchObject({
    id: 'late',
    page: 'Plans',
    pageId: 'plans',
    parentId: null,
    content: 'TODO [#A] oil the mill\nSCHEDULED: <2026-11-18 Wed>',
    text: 'TODO [#A] oil the mill',
    marker: 'TODO',
    priority: 'A',
    scheduled: 20261118,
    refs: [],
    tags: [],
    blockRefs: [],
  })
  expect(block).not.toHaveProperty('deadline')
  expect(block).not.toHaveProperty('heading')
  expect(block).not.toHaveProperty('properties')
})

test('[4] a block shows all of its members', async () => {
  const { block } = (await api.get('/blocks/ada-3')).body
  expect(block).toMatchObject({ heading: 2, properties: { source: 'Menabrea' }, text: '## Notes' })
})

test.each([
  ['late?limit=abc'], // the route takes no parameters, so none is wrong
  ['%6Cate'],
])('[4] 200 for %s', async (target) => {
  expect((await api.get(`/blocks/${target}`)).status).toBe(200)
})

test.each([
  'nothing',
  'LATE',
  'lat', // the route needs a complete id
  'late%20',
  'ada', // the id of a page
  '00000000-0000-4000-8000-000000000000',
  '..',
  '%2E%2E',
  'a%2Fb',
  '%00',
  '%F0%9F%90%8C',
  "'%20OR%201=1",
  '__proto__',
  'x'.repeat(3_000),
])('[4] 404 for %s', async (id) => {
  const { status, body } = await api.get(`/blocks/${id}`)
  expect(status).toBe(404)
  expect(body['code']).toBe('not_found')
  expect(body['error']).toMatch(/^No block has the id "/)
  expect(body['error'].length).toBeLessThan(200)
})

test.each(['%', '%ff', '%E0%A4%A'])('[4] 400 for %s, which is no percent-encoding', async (id) => {
  const { status, body } = await api.get(`/blocks/${id}`)
  expect(status).toBe(400)
  expect(body['error']).toBe('The block id in the path is not valid percent-encoding of UTF-8.')
})

test("[4] another account's block is answered exactly as one that does not exist", async () => {
  await api.operators.createAccount('other', {})
  const { token } = await api.operators.createToken('other', { name: 'Other', scope: 'read' })
  const theirs = await api.get('/blocks/late', { token })
  const nobodys = await api.get('/blocks/eval', { token })
  expect(theirs.status).toBe(404)
  expect(theirs.text).toBe(nobodys.text.replace('eval', 'late'))
  expect(headersOf(theirs)).toEqual(headersOf(nobodys))
})
