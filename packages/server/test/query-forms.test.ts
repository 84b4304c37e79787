/** Every form of a query over the API, on a graph that was written over the API. */
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000
/** Blocks by a short name, with page and text. */
const BLOCKS = [
  ['likes', 'Mira Quay', 'likes rye'],
  ['status', 'Mira Quay', 'fields\nstatus:: In progress\ncolor:: red, [[Deep Blue]]\nflag:: false'],
  ['sow', 'Garden', 'TODO [#A] sow rye with [[mira quay]]\nSCHEDULED: 2026-11-21'],
  ['under', 'Garden', 'under it, a blue folder'],
  ['ask', 'Garden', 'LATER [#B] ask #Mirabel\nDEADLINE: 2026-11-30'],
  ['see', 'Garden/Beds', 'NOW see [[Nov 27th, 2026]]\nstatus:: done, [[in progress]]'],
  ['prune', 'Garden/Beds/Roses', 'DONE [#C] prune, not `[[Mira Quay]]`'],
  ['rain', 'today', 'rain'],
  ['sun', 'yesterday', 'sun on #[[slow food]]'],
  ['wait', 'tomorrow', 'WAITING for it'],
  ['first', '2026-11-01', 'CANCELED first, "quoted" \\ back'],
] as const
type Name = (typeof BLOCKS)[number][0]

let api: Api
const nameOf = new Map<string, Name>()
beforeAll(async () => {
  api = await openApi()
  const pages = [
    {
      name: 'Mira Quay',
      type: 'person',
      properties: { alias: 'Mirabel', tags: 'people', 'works-at': 'Mill' },
    },
    { name: 'Garden', properties: { tags: 'slow food, outside', active: 'false' } },
    { name: 'Garden/Beds' },
    { name: 'Garden/Beds/Roses' },
  ]
  for (const page of pages) await api.post('/pages', page)
  const idOf = new Map<Name, string>()
  for (const [at, [name, page, text]] of BLOCKS.entries()) {
    // The first four are two days older.
    api.clock.now = NOON + at * 1_000 - (at < 4 ? 2 * DAY : 0)
    const named = ['today', 'yesterday', 'tomorrow'].indexOf(page)
    const path = named < 0 ? page : `2026-11-${[20, 19, 21][named]!}`
    const under = name === 'under' ? { parentId: idOf.get('sow')! } : {}
    const { body } = await api.post(`/pages/${encodeURIComponent(path)}/blocks`, { text, ...under })
    idOf.set(name, body['ids'].blockId)
    nameOf.set(body['ids'].blockId, name)
  }
  api.clock.now = NOON
})

const allBut = (...left: Name[]): string =>
  BLOCKS.map(([name]) => name)
    .filter((name) => !left.includes(name))
    .join(' ')
const none = ''

describe('[5] a form of the language finds', () => {
  test.each([
    ['row', 'rye (todo todo)', 'sow'],
    ['row', ' rye,(todo todo),,\t[[Mirabel]]\n', 'sow'],
    ['row', 'rye(not[[Mirabel]])', 'likes'],
    ['word', '(and RYE)', 'likes sow'],
    ['word', '(and ue ol)', 'status under'],
    ['string', '"blue folder"', 'under'],
    ['string', '"E fol"', 'under'],
    ['string', '"folder blue"', none],
    ['string', '"\\"quoted\\" \\\\ back"', 'first'],
    ['[[Page]]', '[[MIRA QUAY]]', 'sow ask'],
    ['[[Page]]', '[[mirabel]]', 'sow ask'],
    ['[[Page]]', '[[2026-11-27]]', 'see'],
    ['[[Page]]', '[[Mill]]', none], // the link is in a property of the page, not in a block
    ['#tag', '(and #mirabel)', 'sow ask'],
    ['#tag', '#[[Slow Food]]', 'sun'],
    ['and', '(AND rye (and [[Mirabel]] (priority a)))', 'sow'],
    ['or', '(or (todo TODO) (not [[Mirabel]]))', allBut('ask')],
    ['not', '(not (or rye sun))', allBut('likes', 'sow', 'sun')],
    ['not', '(not (not (not (todo now))))', allBut('see')],
    ['not', '(not (todo todo)) (page garden)', 'under ask'],
    ['todo', '(todo Now LATER)', 'ask see'],
    ['todo', '(todo [done, canceled] waiting)', 'prune wait first'],
    ['task', '(task todo)', 'sow'],
    ['priority', '(priority a [C])', 'sow prune'],
    ['between', '(between today today)', 'rain'],
    ['between', '(between Tomorrow Yesterday)', 'rain sun wait'],
    ['between', '(between -1m +1d)', 'rain sun wait first'],
    ['between', '(between -3w -2W)', 'first'],
    ['between', '(between 1y "2026-11-21")', 'wait'],
    ['between', '(between [[Nov 1st, 2026]] [[2026_11_01]])', 'first'],
    ['between FIELD', '(between scheduled 2026-11-21 tomorrow)', 'sow'],
    ['between FIELD', '(between DEADLINE +9d +11d)', 'ask'],
    ['between FIELD', '(between due today +1w)', 'sow see'],
    ['between FIELD', '(between created -2d yesterday)', 'likes status sow under'],
    ['between FIELD', '(between created-at -1d -1d)', none],
    ['between FIELD', '(between updated -2d -2d)', 'likes status sow under'],
    ['between FIELD', '(between updated-at -2d -2d) rye', 'likes sow'],
    ['between FIELD', '(between last-modified-at today today) (todo now later)', 'ask see'],
    ['property', '(property STATUS)', 'status see'],
    ['property', '(property :status "in PROGRESS")', 'status see'],
    ['property', '(property "status" done)', 'see'],
    ['property', '(property color #red)', 'status'],
    ['property', '(property color [[deep blue]])', 'status'],
    ['property', '(property color deep)', none],
    ['property', '(property flag false)', 'status'],
    ['page-property', '(page-property active)', 'sow under ask'],
    ['page-property', '(page-property active FALSE)', 'sow under ask'],
    ['page-property', '(page-property works-at [[mill]])', 'likes status'],
    ['page-property', '(page-property :works-at MILL)', 'likes status'],
    ['page-property', '(page-property status)', none],
    ['page-type', '(page-type Person)', 'likes status'],
    ['page-type', '(page-type journal)', 'rain sun wait first'],
    ['page-type', '(page-type "tv show")', none],
    ['page-tags', '(page-tags nothing "Slow Food")', 'sow under ask'],
    ['page-tags', '(page-tags [#people [[outside]]])', 'likes status sow under ask'],
    ['page', '(page mirabel)', 'likes status'],
    ['page', '(page [[Nov 19, 2026]])', 'sun'],
    ['page', '(page today)', none], // here `today` is a page name, which does not exist
    ['namespace', '(namespace garden)', 'see prune'],
    ['namespace', '(namespace "Garden/Beds")', 'prune'],
    ['namespace', '(namespace gard)', none],
  ])('[Q %s] %s', async (_, q, expected) => {
    const { status, body } = await api.get(`/search?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
    const found = new Set(body['blocks'].map(({ id }: { id: string }) => nameOf.get(id)))
    expect(
      BLOCKS.map(([name]) => name)
        .filter((name) => found.has(name))
        .join(' '),
    ).toBe(expected)
  })
})
