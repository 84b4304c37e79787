/**
 * `GET /api/sync/pages/{id}`: one page ahead of the pulls.
 *
 * @module-tag both-stores
 */
import { gunzipSync } from 'node:zlib'
import { SYNC_LIMITS } from '@notegraph/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf, ids } from './api.ts'
import { NOON } from './notes.ts'
import { aBlock, aPage, openSync, whole, type SyncApi } from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

const ask = async (id: string, token = api.session) => api.call(`/api/sync/pages/${id}`, { token })

describe('[O1.5] GET /api/sync/pages/{id}', () => {
  test('the records of the page and those that it refers to, as a pull brings them', async () => {
    await api.pushAll([
      whole(aPage('trip', 'Trip')),
      whole(aPage('ann', 'Ann')),
      whole(aBlock('t2', 'second', { pageId: 'trip', order: 2 })),
      whole(aBlock('t1', 'with [[Ann]]', { pageId: 'trip', order: 1 })),
    ])
    const { status, body } = await ask('trip')
    expect(status).toBe(200)
    expect(body).toEqual({
      records: [await api.held('trip'), await api.held('t1'), await api.held('t2'), await api.held('ann')],
      epoch: api.epoch,
      account: 'me',
      more: false,
      now: NOON,
      head: await api.graph.commits.head(),
    })
  })

  test('the bound on its records, and gzip', async () => {
    await api.graph.commits.commit({
      puts: [
        { record: aPage('huge', 'Huge'), from: 0 },
        ...Array.from({ length: SYNC_LIMITS.pullRecords }, (_, n) => ({
          record: aBlock(`h${n}`, 'x', { pageId: 'huge', order: n }),
          from: 0,
        })),
      ],
    })
    const response = await api.app.request('http://notes.example/api/sync/pages/huge', {
      headers: { Authorization: `Bearer ${api.session}`, 'Accept-Encoding': 'gzip' },
    })
    const bytes = gunzipSync(await response.arrayBuffer())
    const { records, more } = JSON.parse(bytes.toString()) as { records: { id: string }[]; more: boolean }
    expect([records.length, ids(records).slice(0, 3), more]).toEqual([
      SYNC_LIMITS.pullRecords,
      ['huge', 'h0', 'h1'],
      true,
    ])
  })

  test.each([
    ['a page that is not there', 'journal-19990101', 404, 'not_found'],
    ['a block', 'b', 404, 'not_found'],
    ['no page of another account', 'theirs', 404, 'not_found'],
  ])('%s is refused', async (_, id, status, code) => {
    await api.pushAll([whole(aBlock('b', 'x'))])
    await api.operators.createAccount('you', {})
    await api.store.graph('you').commits.commit({ puts: [{ record: aPage('theirs', 'Theirs'), from: 0 }] })
    const reply = await ask(id)
    expect(codeOf(reply)).toEqual([status, code])
    expect(reply.body['error']).toBe(`No page has the id "${id}".`)
  })

  test('a token is refused', async () => {
    const reply = await ask('trip', api.token)
    expect(codeOf(reply)).toEqual([403, 'forbidden'])
  })
})
