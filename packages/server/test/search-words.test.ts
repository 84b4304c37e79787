/**
 * Plain words over the API: of any script, of one and two letters, in any case, and text that no search may match.
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'
import { holdPicture, NOON } from './notes.ts'

const TEXTS = {
  han: '東京は日本の首都です',
  time: '時間がない',
  rare: '𠮷野家で',
  hangul: '한국어 검색 테스트',
  thai: 'ไทยไม่มีวรรค',
  arabic: 'مرحبا بالعالم',
  hebrew: 'שלום עולם',
  deva: 'क्षि देवनागरी',
  emoji: '😀 at the 👨‍👩‍👧',
  greek: 'ΣΊΣΥΦΟΣ rolls',
  german: 'Straße 5',
  turkish: 'İzmir ılık',
  french: 'Cafe\u0301 au lait',
  ligature: 'ﬁne',
  wide: 'ＡＢＣ',
  signs: 'C# & 100%, a_b* \\ it’s',
  code: '```\nid:: fenced\n```',
  bare: 'plain\nid:: 7f00\ncollapsed:: true',
  task: 'TODO [#B] knit\nSCHEDULED: <2026-11-21 Sat>\nkind:: wool',
}

let api: Api
beforeAll(async () => {
  api = await openApi()
  const blocks = Object.entries(TEXTS).map(([id, content], order) =>
    makeBlock({ id, content, rev: id, pageId: 'scripts', parentId: null, order, now: NOON - order }),
  )
  const records = [makePage({ id: 'scripts', name: 'Scripts', now: NOON }), ...blocks]
  const committed = await api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  if (!committed.ok) throw new Error(committed.why)
  await holdPicture(api.graph)
})

const found = async (q: string): Promise<string[]> => {
  const { status, body } = await api.get(`/search?limit=1000&q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return ids(body['blocks'])
}
/** The matching blocks from above, in the order of the answer. */
const foundHere = async (q: string) => (await found(q)).filter((id) => id in TEXTS)

describe('[D5.1] plain words', () => {
  test.each([
    ['東京', ['han']],
    ['京', ['han']],
    ['首都です', ['han']],
    ['日本 東京', ['han']],
    ['日本\u3000時間', []],
    ['時間', ['time']],
    ['𠮷', ['rare']],
    ['𠮷野', ['rare']],
    ['野', ['rare']],
    ['は', ['han']],
    ['で', ['han', 'rare']],
    ['검색', ['hangul']],
    ['검', ['hangul']],
    ['어 검', ['hangul']],
    ['ไม่', ['thai']],
    ['มี', ['thai']],
    ['مرحبا', ['arabic']],
    ['با', ['arabic']],
    ['שלום', ['hebrew']],
    ['ש', ['hebrew']],
    ['देव', ['deva']],
    ['क्षि', ['deva']],
    ['😀', ['emoji']],
    ['👩', ['emoji']],
    ['σίσυφοσ', ['greek']],
    ['Σίσυφος', ['greek']],
    ['STRASSE', ['german']],
    ['strasse', ['german']],
    ['straße', ['german']],
    ['SS', ['german']],
    ['5', ['german']],
    ['İZM', ['turkish']],
    ['ılık', ['turkish']],
    ['ilik', []], // a dotless i stays distinct
    ['CAFÉ', ['french']],
    ['caf\u0065\u0301', ['french']],
    ['FI', ['ligature']],
    ['ａｂｃ', ['wide']],
    ['abc', ['wide']],
    ['c#', ['signs']],
    ['100%', ['signs']],
    ['a_b*', ['signs']],
    ['a%b', []],
    ['\\', ['signs']],
    ['it’s', ['signs']],
    ["it's", ['signs']],
    ['knit todo', ['task']],
    ['scheduled: <2026-11-21', ['task']],
    ['KIND:: wool', ['task']],
  ])('%j finds %j', async (q, expected) => expect(await foundHere(q)).toEqual(expected))

  test.each([
    ['id::', ['code']], // in a fence it is not a property
    ['7f00', []],
    ['collapsed', []],
    ['bare', []], // the id of a block
    ['scripts', []], // the name of its page
  ])('the outliner’s own lines, ids and names of pages are no words: %j finds %j', async (q, expected) => {
    expect(await foundHere(q)).toEqual(expected)
  })
})

describe('[D2.8] a file is found by its name, never by its id', () => {
  test.each([
    ['map.png', ['long-2']],
    ['"a map [picture: map.png]"', ['long-2']],
    ['zzzz', []],
    ['"zzzz"', []],
    ['/api/files', []],
    ['(and /api/files/zzzz)', []],
    ['(page-property image)', []], // a picture that the service manages
    ['(page-property image zzzz)', []],
    ['(page-property image "/api/files/zzzz")', []],
    ['(page-property pdf)', []],
    ['(property image)', []],
    ['[[zzzz]]', []],
  ])('%j finds %j', async (q, expected) => expect(await found(q)).toEqual(expected))
})
