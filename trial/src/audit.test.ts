/** The audit finds faults that are planted behind the server's back. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '@notegraph/host'
import { serve } from '@notegraph/server'
import { graphFile } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from './audit.ts'
import { lookAt } from './look-at.ts'
import { makePage, send } from './send.ts'
import { ACCOUNT, makeSite, type Site } from './site.ts'
import { contentOf, isAnswered, makeWrite, WAYS, type Write } from './write.ts'

let site: Site
const writes: Write[] = WAYS.map((way) => makeWrite(way, `${way}-0`, Date.now()))

beforeAll(async () => {
  site = await makeSite('embedded')
  const served = await serve(readSettings(site.env), () => {})
  const { baseUrl: origin } = served
  const pageId = await makePage(origin, site.token)
  const signal = new AbortController().signal
  for (const write of writes) {
    const { token, session } = site
    if ((await send(write, { origin, token, session, pageId, signal })) === 'acknowledged')
      write.answeredAt = Date.now()
  }
  await served.stop()
})
afterAll(async () => site.close())

const BLOCK = `WHERE content = 'block-0'`
const ENTRY = `WHERE block_id = (SELECT id FROM record ${BLOCK})`

test.each<[plant: string, sql: string, found: string[]]>([
  ['nothing', '', []],
  [
    'a lost write',
    `DELETE FROM record ${BLOCK}`,
    ['block-0 was acknowledged and is lost.', 'block-0 is listed 1 times, not 0.'],
  ],
  [
    'half an outline',
    `DELETE FROM record WHERE content = 'outline-0 third'`,
    ['outline-0 is there in part: 1 and 0 times.'],
  ],
  [
    'a lost push',
    `DELETE FROM record WHERE content = 'device-0'`,
    ['device-0 was acknowledged and is lost.'],
  ],
  [
    'another text',
    `UPDATE record SET content = 'assistant-1' WHERE content = 'assistant-0'`,
    expect.arrayContaining([
      'assistant-0 was acknowledged and is lost.',
      '"assistant-1" is there, and nobody wrote that.',
    ]),
  ],
  ['a lost entry', `DELETE FROM change ${ENTRY}`, ['block-0 is listed 0 times, not 1.']],
  [
    'a doubled entry',
    `INSERT INTO change (n, id, at, open, token, action, summary, page, page_id, block_id, touched, token_id, checksum)
     SELECT 99, 'again', at, open, token, action, summary, page, page_id, block_id, touched, token_id, checksum FROM change ${ENTRY}`,
    ['block-0 is listed 2 times, not 1.'],
  ],
])('the audit finds %s', async (plant, sql, found) => {
  const data = join(site.folder, plant)
  cpSync(site.data, data, { recursive: true })
  const db = new Database(graphFile(data, ACCOUNT))
  db.exec(sql)
  db.close()
  expect(audit(writes, await lookAt({ ...site.env, NOTEGRAPH_DATA: data }, site, writes))).toEqual(found)
})

test('each write of the load is acknowledged', () => expect(writes.every(isAnswered)).toBe(true))

test('a write without an answer may be there or not, and is not there twice', () => {
  const write = makeWrite('block', 'a', 0)
  const seen = (...texts: string[]) => ({
    page: texts,
    device: texts,
    changes: texts.map((text) => [text]),
    files: new Map<string, string>(),
  })
  expect(audit([write], seen())).toEqual([])
  expect(audit([write], seen('a'))).toEqual([])
  expect(audit([write], seen('a', 'a'))).toEqual(['a is there 2 times.'])
})

test.each<[plant: string, files: [string, string][], found: string[]]>([
  ['its bytes', [['f1', contentOf('a')]], []],
  ['other bytes', [['f1', contentOf('b')]], ['The file of a has other bytes.']],
  ['no bytes', [], ['The file of a was acknowledged and is lost.']],
])('the audit looks at a file with %s, though its block has no answer', (_, files, found) => {
  const write = { ...makeWrite('upload', 'a', 0), file: { id: 'f1', answeredAt: 1 } }
  expect(audit([write], { page: [], device: [], changes: [], files: new Map(files) })).toEqual(found)
})
