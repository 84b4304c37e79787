/**
 * Parts of a block over the API: words, properties, and dates without a day.
 *
 * @module-tag both-stores
 */
import { makeBlock } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

let api: Api
let id: string
beforeEach(async () => {
  api = await openApi()
})

const begin = async (text: string): Promise<void> => {
  const { body } = await api.post('/pages/Plans/blocks', { text })
  id = body['ids'].blockId
}
/** A block as a device brings it: any text is allowed. */
const bring = async (text: string): Promise<void> => {
  const { body } = await api.post('/pages/Plans/blocks', { text: 'tea' })
  id = 'brought'
  const place = { pageId: body['ids'].pageId, parentId: null, order: 2 }
  const record = makeBlock({ id, content: text, rev: 'r1', ...place, now: NOON })
  await api.graph.commits.commit({ puts: [{ record, from: 0 }] })
}
const update = (body: object) => api.patch(`/blocks/${id}`, body)
const set = (properties: object) => api.patch(`/blocks/${id}/properties`, { properties })

const TEA = 'TODO tea for two\nSCHEDULED: <2026-11-20 Fri>\ncups:: two'

describe('[A2.1] a part of the words', () => {
  test.each([
    [{ find: 'tea', replace: 'coffee' }, 'TODO coffee for two\nSCHEDULED: <2026-11-20 Fri>\ncups:: two'],
    [{ find: ' for two', replace: '' }, 'TODO tea\nSCHEDULED: <2026-11-20 Fri>\ncups:: two'],
    [{ find: 't', replace: 'T', expect: 2 }, 'TODO Tea for Two\nSCHEDULED: <2026-11-20 Fri>\ncups:: two'],
  ])('%j: %j', async (body, content) => {
    await begin(TEA)
    const reply = await update(body)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ ok: true, changed: true, block: { id, content } })
  })

  test.each([
    [
      { find: 't', replace: 'T' },
      'The text to find occurs 2 times in the words of this block, not once.',
      'Send more of the text, or expect 2; or whole true, to match whole words only.',
    ],
    [
      { find: 'tea', replace: 'x', expect: 3 },
      'The text to find occurs once in the words of this block, not 3 times.',
      'Send more of the text, or expect 1; or whole true, to match whole words only.',
    ],
    [
      { find: 'TODO', replace: 'DONE' },
      'The text to find is not in the words of this block.',
      /^Read the block again/,
    ],
    [
      { find: '2026', replace: '2027' },
      'The text to find is not in the words of this block.',
      /^Read the block again/,
    ],
  ])('%j is 409 with the number of occurrences', async (body, error, hint) => {
    await begin(TEA)
    const reply = await update(body)
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ code: 'conflict', error })
    expect(reply.body['hint']).toMatch(hint)
    expect((await api.get(`/blocks/${id}`)).body['block'].content).toBe(TEA)
  })

  test.each([
    [
      { find: '"a"' },
      'The text to find is not in the words of this block, but 2 places look like it.',
      /^Read the block again, and send the text with the blanks, dashes, quotes and accents/,
    ],
    [
      { find: 'here', expect: 2, whole: true },
      'The text to find occurs once in the words of this block, not 2 times.',
      /^Send more of the text, or expect 1\.$/,
    ],
    [
      { find: 'here-now', expect: 2, whole: true },
      'The text to find is not in the words of this block as whole words, but 1 place looks like it.',
      /^Read the block again, and send the text with/,
    ],
  ])('[A13.4] the hint to %j fits what is there', async (body, error, hint) => {
    await begin('\u201Ca\u201D \u201Ea\u201C here\u2013now')
    const reply = await update({ ...body, replace: 'x' })
    expect(reply.status).toBe(409)
    expect(reply.body['error']).toBe(error)
    expect(reply.body['hint']).toMatch(hint)
  })

  test('the same words change nothing', async () => {
    await begin(TEA)
    expect((await update({ find: 'tea', replace: 'tea' })).body).toMatchObject({ changed: false })
  })

  test.each([
    [{}, /^text is missing/],
    [{ find: 'x' }, /^replace is missing/],
    [{ replace: 'x' }, /^find is missing/],
    [{ expect: 2 }, /^find is missing/],
    [{ text: 'a', find: 'x', replace: 'y' }, /^Send either text, or find and replace/],
    [{ find: '', replace: 'y' }, /^find is empty/],
    [{ find: 'tea', replace: 'y', expect: 0 }, /^expect takes a whole number/],
    [{ find: 'tea', replace: 'y', expect: 1.5 }, /^expect takes a whole number/],
    [{ find: 'tea', replace: 'tea\nmilk:: no' }, /^This replacement would change a marker/],
    [{ find: '\ud83c', replace: 'y' }, /^find contains the character U\+D83C/], // half a character
    [{ find: 'tea', replace: 'a\u0007' }, /^replace contains the character U\+0007/],
    [{ find: 'tea', replace: '[file: x.pdf]' }, /^replace names a file/],
    [{ find: 'tea', replace: 'x'.repeat(20_001) }, /^replace takes at most 20000 characters/],
    [{ find: 'tea', replace: 'x'.repeat(19_999) }, /^text with the replacement takes at most 20000/],
  ])('%j is 400', async (body, words) => {
    await begin(TEA)
    const reply = await update(body)
    expect(reply.status).toBe(400)
    expect(reply.body['error']).toMatch(words)
  })

  test('[D2.11] the stored text has no white space around it', async () => {
    await begin('tea for two\ncups')
    expect((await update({ find: 'cups', replace: '' })).body['block'].content).toBe('tea for two')
    expect((await update({ find: 'two', replace: '' })).body['block'].content).toBe('tea for')
    expect((await update({ find: 'tea', replace: '' })).body['block'].content).toBe('for')
  })

  test('a block that would be empty is 400', async () => {
    await begin('tea')
    expect((await update({ find: 'tea', replace: ' ' })).status).toBe(400)
  })

  test('If-Match and Idempotency-Key hold', async () => {
    await begin(TEA)
    const etag = (await api.get(`/blocks/${id}`)).headers.get('etag')!
    const body = { find: 'tea', replace: 'tea tea' }
    const headers = { 'If-Match': etag, 'Idempotency-Key': 'k1' }
    const first = await api.patch(`/blocks/${id}`, body, { headers })
    const again = await api.patch(`/blocks/${id}`, body, { headers })
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([
      200,
      200,
      'true',
    ])
    expect((await api.patch(`/blocks/${id}`, body, { headers: { 'If-Match': etag } })).status).toBe(409)
  })
})

describe('[A2.2] properties of a block', () => {
  test('are set and removed in one change, and the keys are answered', async () => {
    await begin(TEA)
    const { status, body } = await set({ Cups: '3', milk: ' no ', gone: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({ changed: true, ids: { blockId: id }, keys: ['cups', 'milk', 'gone'] })
    expect(body['block'].content).toBe('TODO tea for two\nSCHEDULED: <2026-11-20 Fri>\ncups:: 3\nmilk:: no')
    expect((await set({ Cups: '3', milk: 'no' })).body).toMatchObject({ changed: false })
    expect((await set({ cups: '', milk: null })).body['block'].content).toBe(
      'TODO tea for two\nSCHEDULED: <2026-11-20 Fri>',
    )
    const { changes } = await api.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })
    expect(changes.map(({ action }) => action)).toEqual([
      'set_block_properties',
      'set_block_properties',
      'add_block',
    ])
  })

  test.each([
    [{}, /^properties is empty/],
    [{ id: 'x' }, /"id" is kept by the service/],
    [{ collapsed: 'true' }, /"collapsed" is kept by the service/],
    [{ 'a,b': 'x' }, /^A property key is made of letters/],
    [{ mood: 'x', Mood: 'y' }, /^"Mood" is named twice/],
    [{ good: 'x', mood: 'a\nb' }, /takes one line/],
    [{ good: 'x', mood: '\u000b' }, /takes one line/],
    [{ good: 'x', mood: 'x'.repeat(2_001) }, /takes at most 2000 characters/],
    [{ good: 'x', mood: '/api/files/abc' }, /names a file/],
    [{ mood: 5 }, /takes a string or null, not 5/],
    [Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`k${n}`, 'v'])), /takes up to 30 properties/],
  ])('%.40j is 400 and writes nothing', async (properties, words) => {
    await begin(TEA)
    const head = await api.graph.commits.head()
    const reply = await set(properties)
    expect(reply.status).toBe(400)
    expect(reply.body['error']).toMatch(words)
    expect(await api.graph.commits.head()).toBe(head)
  })

  test('of no block are 404', async () => {
    id = 'nobody'
    expect((await set({ mood: 'x' })).status).toBe(404)
  })
})

describe('[A2.3] a date line without a day', () => {
  test.each([
    'DEADLINE:',
    'DEADLINE: someday',
    'tea\nSCHEDULED: friday at noon',
    'tea\nSCHEDULED: 25.11.2026',
    'TODO DEADLINE: tomorrow',
    'tea\n  DEADLINE: <soon>',
    // The day is one, but not the line.
    'DEADLINE: friday evening',
    'TODO DEADLINE: <2026-11-25 Wed>',
    'tea\nDEADLINE: 2026-11-25 25:00',
    'tea\nDEADLINE: <2026-11-25> and words',
  ])('%j is 400 and says how a day is written', async (text) => {
    await begin(TEA)
    const reply = await update({ text })
    expect(reply.status).toBe(400)
    expect(reply.body['error']).toMatch(
      /which is no date\. A date has a line of its own, and a day on the calendar\. Write it as DEADLINE: <2026-11-25>/,
    )
    expect((await api.get(`/blocks/${id}`)).body['block'].content).toBe(TEA)
  })

  test.each(['tea\nDEADLINE: soon', 'tea\nSCHEDULED: 2026-02-30', 'tea\nSCHEDULED: 2026-11-25 +0d'])(
    '%j is 400 in a new block, an outline and a new page too, and never becomes the words',
    async (text) => {
      await begin('tea')
      const outline = `- ${text.replace('\n', '\n  ')}`
      for (const [path, body] of [
        ['/pages/Plans/blocks', { text }],
        ['/pages/Plans/outline', { text: outline }],
        ['/pages', { name: 'Other', blocks: [text] }],
        ['/pages', { name: 'Other', outline }],
        ['/pages/today/blocks', { text }],
      ] as const) {
        const reply = await api.post(path, body)
        expect(reply.status).toBe(400)
        expect(reply.body['error']).toMatch(
          /Write (it as DEADLINE: <2026-11-25>|a day as <2026-11-25>|one such as \.\+1w)/,
        )
      }
    },
  )

  test.each(['friday', '<friday>', '+3d', '20261125', 'Tomorrow 09:00 .+1w'])(
    'DEADLINE: %s is a day of A6, stored in full',
    async (day) => {
      await begin('tea')
      const stored = /^cups\nDEADLINE: <\d{4}-\d\d-\d\d [A-Z][a-z]{2}( 09:00 \.\+1w)?>$/
      expect((await update({ text: `cups\nDEADLINE: ${day}` })).body['block'].content).toMatch(stored)
      const made = await api.post('/pages/Plans/blocks', { text: `cups\nDEADLINE: ${day}` })
      expect(made.body['block'].content).toMatch(stored)
      expect(made.body['block'].deadline).toBeGreaterThan(20000101)
    },
  )

  test('a repeater that moves nothing may stay where it is', async () => {
    await bring('TODO x\nSCHEDULED: <2026-11-20 Fri +0d>')
    expect((await update({ text: 'y\nSCHEDULED: <2026-11-20 Fri +0d>' })).status).toBe(200)
    expect((await update({ text: 'y\nSCHEDULED: <2026-11-20 Fri --1d>' })).status).toBe(400)
  })

  test.each(['the DEADLINE: soon', '```\nDEADLINE: soon\n```', 'tea\nDEADLINE: 2026-11-25'])(
    '%j is words, code or a day',
    async (text) => {
      await begin('tea')
      expect((await update({ text })).status).toBe(200)
    },
  )

  test.each(['DEADLINE: soon', 'DEADLINE: friday', 'milk\nSCHEDULED: 2026-02-30'])(
    '%j as a replacement is 400 too',
    async (replace) => {
      await begin('tea\ncups')
      const reply = await update({ find: 'cups', replace })
      expect(reply.status).toBe(400)
      expect(reply.body['error']).toMatch(
        /^This replacement would add the line ".*", which begins like a date/,
      )
      expect((await api.get(`/blocks/${id}`)).body['block'].content).toBe('tea\ncups')
    },
  )

  test('words that the block already has may stay', async () => {
    await bring('tea\nDEADLINE: soon')
    expect((await update({ find: 'tea', replace: 'milk' })).body['block'].content).toBe(
      'milk\nDEADLINE: soon',
    )
    expect((await update({ text: 'coffee\nDEADLINE: soon' })).body['block'].content).toBe(
      'coffee\nDEADLINE: soon',
    )
  })

  test.each([
    ['TODO x\nSCHEDULED: <2026-11-20 Fri>', 'TODO x\nSCHEDULED:'],
    ['TODO x\nSCHEDULED: <2026-11-20 Fri>', 'TODO x\nSCHEDULED: <2026-11-20'],
    ['tea\nDEADLINE: soon', 'tea\nDEADLINE: soo'],
    ['tea\nDEADLINE: soon', 'tea\nDEADLINE: soon\nSCHEDULED: later'],
    ['tea\nDEADLINE: soon', 'tea\nDEADLINE: soon\nDEADLINE: soon'],
    ['tea\n```\nDEADLINE: soon\n```', 'tea\nDEADLINE: soon'],
  ])('a part of %j, or a further line, is new: %j is 400', async (old, text) => {
    await bring(old)
    expect((await update({ text })).status).toBe(400)
    expect((await api.get(`/blocks/${id}`)).body['block'].content).toBe(old)
  })

  test.each([
    ['2026-02-30 tea\ncups', 'DEADLINE: 2026-02-30'],
    ['tea, not DEADLINE: soon\ncups', 'DEADLINE: soon'],
    ['tea\nDEADLINE: soon\ncups', 'DEADLINE: soon'],
  ])('a replacement in %j does not add %j', async (old, replace) => {
    await bring(old)
    const reply = await update({ find: 'cups', replace })
    expect(reply.status).toBe(400)
    expect(reply.body['error']).toContain(`the line "${replace}"`)
  })
})
