/**
 * Tasks as a whole over the API: dates, priority, no task any more, repeaters. Today is Friday, 20 November 2026.
 */
import { randomUUID } from 'node:crypto'
import { changesService } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'

let api: Api
let id: string
beforeEach(async () => {
  api = await openApi()
})

const begin = async (text: string): Promise<void> => {
  const { body } = await api.post('/pages/Plans/blocks', { text })
  id = body['ids'].blockId
}
const set = (body: object) => api.post(`/tasks/${id}`, body)

test.each([
  ['TODO a', { scheduled: '2026-11-25' }, 'TODO a\nSCHEDULED: <2026-11-25 Wed>'],
  ['TODO a', { scheduled: 'friday' }, 'TODO a\nSCHEDULED: <2026-11-27 Fri>'],
  ['TODO a', { deadline: '+3d 09:00 .+1w' }, 'TODO a\nDEADLINE: <2026-11-23 Mon 09:00 .+1w>'],
  ['TODO a', { deadline: '<2026-11-25 Mon>' }, 'TODO a\nDEADLINE: <2026-11-25 Wed>'],
  ['TODO a', { priority: 'A' }, 'TODO [#A] a'],
  ['TODO [#A] a', { priority: null }, 'TODO a'],
  ['TODO [#A] a', { state: 'none' }, '[#A] a'],
  ['a', { deadline: 'tomorrow' }, 'a\nDEADLINE: <2026-11-21 Sat>'],
  ['TODO a\nDEADLINE: <2026-11-21 Sat>', { deadline: null }, 'TODO a'],
  [
    'TODO a\nSCHEDULED: <2026-11-21 Sat 09:00 .+1w -2d>',
    { repeater: null },
    'TODO a\nSCHEDULED: <2026-11-21 Sat 09:00 -2d>',
  ],
  [
    'TODO a\nDEADLINE: <2026-11-21 Sat 09:00 .+1w>',
    { repeater: null, deadline: 'tomorrow' },
    'TODO a\nDEADLINE: <2026-11-21 Sat 09:00>',
  ],
  [
    'TODO a\nSCHEDULED: <2026-11-21 Sat>\nkey:: value\nmore',
    { state: 'doing', scheduled: null, deadline: 'today', priority: 'B' },
    'DOING [#B] a\nDEADLINE: <2026-11-20 Fri>\nkey:: value\nmore',
  ],
])('[A3.1] %j set to %j is %j', async (text, body, content) => {
  await begin(text)
  const reply = await set(body)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ ok: true, changed: true, block: { content } })
  const again = await set(body)
  expect(again.body).toMatchObject({ changed: false, block: { content } })
})

test.each(['+9000y', '-99999w', '-2000y 10:00'])('[A6] %s is beyond the calendar', async (day) => {
  await begin('TODO a')
  expect((await set({ scheduled: day })).status).toBe(400)
  expect((await api.get(`/tasks?due_by=${encodeURIComponent(day.split(' ')[0]!)}`)).status).toBe(400)
  const page = encodeURIComponent(day.split(' ')[0]!)
  expect((await api.post(`/pages/${page}/blocks`, { text: 'x' })).status).toBe(400)
})

test.each([
  ['2026-11-25', '<2026-11-25 Wed 10:00 .+1w>'],
  ['2026-11-25 09:00', '<2026-11-25 Wed 09:00 .+1w>'],
  ['2026-11-25 +2d', '<2026-11-25 Wed 10:00 +2d>'],
  ['2026-11-25 9:30 ++1m', '<2026-11-25 Wed 9:30 ++1m>'],
])('[A3.2] the day %s keeps what it does not say: %s', async (scheduled, stamp) => {
  await begin('TODO a\nSCHEDULED: <2026-11-20 Fri 10:00 .+1w>')
  expect((await set({ scheduled })).body['block'].content).toBe(`TODO a\nSCHEDULED: ${stamp}`)
})

test('[A3.2] a new day in a rewritten text keeps the time and the repeater', async () => {
  await begin('TODO a\nSCHEDULED: <2026-11-20 Fri 10:00 .+1w>')
  const { body } = await api.patch(`/blocks/${id}`, { text: 'SCHEDULED: 2026-11-25' })
  expect(body['block'].content).toBe('TODO a\nSCHEDULED: <2026-11-25 Wed 10:00 .+1w>')
})

describe('[A3.3] a task that repeats', () => {
  const REPEATING = 'TODO a\nSCHEDULED: <2026-11-20 Fri 10:00 .+1w>'

  test('becomes done, and the answer has its next day', async () => {
    await begin(REPEATING)
    const { body } = await set({ state: 'done' })
    expect(body).toMatchObject({ changed: true, repeats: 20261127 })
    expect(body['block'].content).toBe('DONE a\nSCHEDULED: <2026-11-20 Fri 10:00 .+1w>')
    expect((await set({ state: 'done' })).body).toMatchObject({ changed: false, repeats: 20261127 })
  })

  test('moves on and stays open with repeat', async () => {
    await begin(REPEATING)
    const { body } = await set({ state: 'done', repeat: true })
    expect(body).toMatchObject({ changed: true, repeats: 20261127, block: { marker: 'TODO' } })
    expect(body['block'].content).toBe('TODO a\nSCHEDULED: <2026-11-27 Fri 10:00 .+1w>')
  })

  test('moves both dates, and leaves a date without a repeater', async () => {
    await begin('DOING a\nSCHEDULED: <2026-11-18 Wed +1m> DEADLINE: <2026-11-30 Mon>')
    const { body } = await set({ state: 'done', repeat: true })
    expect(body['block'].content).toBe('DOING a\nSCHEDULED: <2026-12-18 Fri +1m> DEADLINE: <2026-11-30 Mon>')
  })

  test('by hours moves its time', async () => {
    await begin('TODO a\nSCHEDULED: <2026-11-20 Fri 22:00 +4h>')
    const { body } = await set({ state: 'done', repeat: true })
    expect(body).toMatchObject({ repeats: 20261121 })
    expect(body['block'].content).toBe('TODO a\nSCHEDULED: <2026-11-21 Sat 02:00 +4h>')
  })

  test('says when the 31st becomes the 30th', async () => {
    await begin('TODO a\nSCHEDULED: <2026-10-31 Sat +1m> DEADLINE: <2026-11-20 Fri +1m>')
    const { body } = await set({ state: 'done', repeat: true })
    expect(body).toMatchObject({ changed: true, shortened: ['scheduled'] })
    expect(body['block'].content).toBe(
      'TODO a\nSCHEDULED: <2026-11-30 Mon +1m> DEADLINE: <2026-12-20 Sun +1m>',
    )
  })

  test.each([
    ['DONE a\nDEADLINE: <2026-11-01 Sun ++1w>', {}, /^repeat is true, but this task is finished already\.$/],
    ['TODO a', { scheduled: '2026-11-20 +1y' }, /^repeat moves the dates of the task itself/],
    [REPEATING, { deadline: 'friday' }, /^repeat moves the dates of the task itself/],
    [
      'TODO a\nSCHEDULED: <2026-11-20 Fri .+4h>',
      {},
      /^The repeater \.\+4h counts hours, but its date has no time that it could move\.$/,
    ],
    [
      'TODO a\nSCHEDULED: <2026-11-20 Fri +9999y>',
      {},
      /^The repeater moves the date beyond the year 9999\.$/,
    ],
  ])('with repeat, %j set to %j is 400', async (text, body, words) => {
    await begin(text)
    const reply = await set({ state: 'done', repeat: true, ...body })
    expect([reply.status, reply.body['error']]).toEqual([400, expect.stringMatching(words)])
  })

  test('has no next day once it is not set to done', async () => {
    await begin(REPEATING)
    expect((await set({ state: 'doing' })).body).not.toHaveProperty('repeats')
    await begin('TODO a\nSCHEDULED: <2026-11-20 Fri 10:00>')
    expect((await set({ state: 'done' })).body).not.toHaveProperty('repeats')
  })
})

test.each([
  [{}, /^state is missing/],
  [{ scheduled: '' }, /^scheduled takes a day such as .*, not ""\.$/],
  [{ scheduled: 'soon' }, /^scheduled takes a day/],
  [{ scheduled: '2026-02-30' }, /^scheduled takes a day/],
  [{ deadline: '2026-11-25 25:00' }, /^deadline takes a day/],
  [{ deadline: `2026-11-25${' '.repeat(100)}+1w` }, /^deadline takes a day/],
  [{ deadline: 20261125 }, /^deadline takes a string or null/],
  [{ scheduled: '2026-11-25 +0d' }, /^scheduled has the repeater "\+0d", which moves nothing\./],
  [{ deadline: '2026-11-25 --1d' }, /^deadline has the repeater "--1d"/],
  [{ repeater: '+1d' }, /^repeater takes null, not "\+1d"\.$/],
  [{ shift: '+7d' }, /^The task has no date that shift could move\.$/],
  [{ shift: 'later' }, /^shift takes an amount such as \+7d, -2w, \+1m or \+2h, not "later"\.$/],
  [{ shift: '+7d', deadline: 'friday' }, /^shift moves the dates that are there/],
  [{ priority: 'D' }, /^priority takes A, B, C or null/],
  [{ state: 'done', repeat: true }, /^repeat is true, but no date of this task has a repeater\.$/],
  [{ state: 'todo', repeat: true }, /^repeat takes true only with the state done/],
])('[A3] %j is 400 and writes nothing', async (body, words) => {
  await begin('TODO a')
  const head = await api.graph.commits.head()
  const reply = await set(body)
  expect(reply.status).toBe(400)
  expect(reply.body['error']).toMatch(words)
  expect(await api.graph.commits.head()).toBe(head)
})

test.each([
  [
    'TODO a\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w> DEADLINE: <2026-11-30 Mon>',
    { shift: '+7d' },
    'TODO a\nSCHEDULED: <2026-11-27 Fri 09:00 .+1w> DEADLINE: <2026-12-07 Mon>',
  ],
  [
    'TODO a\nSCHEDULED: <2026-11-20 Fri 23:00> DEADLINE: <2026-11-30 Mon>',
    { shift: '+2h' },
    'TODO a\nSCHEDULED: <2026-11-21 Sat 01:00> DEADLINE: <2026-11-30 Mon>',
  ],
  [
    'TODO a\nDEADLINE: <2026-11-20 Fri>',
    { shift: '-2w', state: 'doing' },
    'DOING a\nDEADLINE: <2026-11-06 Fri>',
  ],
  [
    'TODO a\nDEADLINE: <2026-11-20 Fri +1d>',
    { shift: '+1d', repeater: null },
    'TODO a\nDEADLINE: <2026-11-21 Sat>',
  ],
] as const)('[A11.2] %j shifted by %j is %j', async (text, body, after) => {
  await begin(text)
  const { body: answer } = await set(body)
  expect([answer['changed'], answer['block'].content]).toEqual([true, after])
})

test('[A11.2] a shift by months says when the 31st becomes the 30th, and hours need a time', async () => {
  await begin('TODO a\nSCHEDULED: <2026-10-31 Sat +1w> DEADLINE: <2026-11-20 Fri>')
  const { body } = await set({ shift: '+1m' })
  expect(body).toMatchObject({ changed: true, shortened: ['scheduled'] })
  expect(body['block'].content).toBe('TODO a\nSCHEDULED: <2026-11-30 Mon +1w> DEADLINE: <2026-12-20 Sun>')
  const refused = await set({ shift: '+2h' })
  expect([refused.status, refused.body['error']]).toEqual([
    400,
    'No date of the task has a time that hours could move.',
  ])
})

test('[A3.1] a task is one change in the list, and one revert restores it', async () => {
  await begin('TODO a\nSCHEDULED: <2026-11-21 Sat>')
  await set({ state: 'none', scheduled: null, deadline: 'monday', priority: 'C' })
  const { changes } = await api.graph.changes.list({ since: 0 }, { limit: 1, offset: 0 })
  expect(changes[0]).toMatchObject({
    action: 'set_task',
    summary: 'Set the state, priority, scheduled day and deadline of a task on Plans',
  })
  const list = changesService(api.store, { clock: () => api.clock.now, newId: randomUUID })
  const reverted = await list.revert(await api.operators.account('me'), changes[0]!.id)
  expect(reverted.ok && reverted.value.value()).toEqual({ ok: true, restored: 1, left: [] })
  expect((await api.get(`/blocks/${id}`)).body['block'].content).toBe('TODO a\nSCHEDULED: <2026-11-21 Sat>')
})

describe('[A3.4] the list of tasks', () => {
  const ids = (body: { readonly [name: string]: unknown }) =>
    (body['tasks'] as { readonly id: string }[]).map((task) => task.id)

  test('goes on behind a task, also if that and others before it were finished meanwhile', async () => {
    for (let n = 0; n < 25; n++) await begin(`TODO ${n}\nDEADLINE: <2026-11-${10 + (n % 9)} Fri>`)
    const all = ids((await api.get('/tasks')).body)
    const seen: string[] = []
    for (let after = ''; seen.length < 99;) {
      const { body } = await api.get(`/tasks?limit=4${after}`)
      seen.push(...ids(body))
      for (const one of ids(body)) await api.post(`/tasks/${one}`, { state: 'done' })
      if (body['next'] === null) break
      after = `&after=${seen.at(-1)!}`
    }
    expect(seen).toEqual(all)
  })

  test('a task that is not there is 404', async () => {
    expect((await api.get('/tasks?after=nobody')).status).toBe(404)
  })

  test('has those without a day, and finished ones by their marker', async () => {
    await begin('TODO a\nDEADLINE: <2026-11-20 Fri>')
    const dated = id
    await begin('TODO b')
    const undated = id
    await begin('DONE c')
    const listed = ids((await api.get('/tasks?undated=true')).body)
    expect([listed.includes(undated), listed.includes(dated)]).toEqual([true, false])
    expect(ids((await api.get('/tasks?marker=DONE')).body)).toContain(id)
    expect(ids((await api.get('/tasks?marker=DONE&status=open')).body)).toEqual([])
  })
})

test.each(['friday', '+3d', 'Tomorrow', '20261120'])('[A6] no page is made as %s', async (name) => {
  const made = await api.post('/pages', { name })
  expect([made.status, made.body['error']]).toEqual([400, expect.stringContaining('is the name of a day')])
})

test('[A6] a read of a page by a day names read_day', async () => {
  const { status, body } = await api.get('/pages/friday')
  expect([status, body['hint']]).toEqual([404, expect.stringContaining('read_day')])
})
