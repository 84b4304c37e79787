/** The form of a task: its state, its priority and its dates, which keep their times and repeaters. */
import { beforeEach, describe, expect, test } from 'vitest'
import { openNotes, type Notes } from './notes.ts'

let it: Notes
beforeEach(async () => {
  it = await openNotes()
})

const PART = { 'X-Notegraph-Part': '1' }
const pathOf = (id: string) => `/graph/block/task?id=${id}`
const contentOf = async (id: string) => (await it.web.store.graph('me').blocks.find(id))?.content

async function add(text: string): Promise<string> {
  const made = await it.web.writes.addBlock(it.caller, 'Night boat', { text })
  if (!made.ok) throw new Error(text)
  return made.value.value().ids.blockId
}

/** The values of the form as a browser would send them. */
async function fieldsOf(id: string): Promise<Record<string, string>> {
  const { html } = await it.web.get(pathOf(id))
  const value = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ''
  const chosen = (name: string) => {
    const select = new RegExp(`<select[^>]*name="${name}".*?</select>`, 's').exec(html)?.[0] ?? ''
    return /<option value="([^"]*)" selected/.exec(select)?.[1] ?? ''
  }
  return {
    if_unchanged: value('if_unchanged'),
    back: value('back'),
    scheduled: value('scheduled'),
    deadline: value('deadline'),
    state: chosen('state'),
    priority: chosen('priority'),
  }
}

const save = async (id: string, changed: object, headers = {}) =>
  it.web.post(pathOf(id), { ...(await fieldsOf(id)), ...changed }, headers)

const REPEATING = 'TODO [#B] water\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>'

test('the form has the values of the task, and names what stays', async () => {
  const id = await add(REPEATING)
  expect(await fieldsOf(id)).toMatchObject({
    state: 'todo',
    priority: 'B',
    scheduled: '2026-11-20',
    deadline: '',
  })
  expect((await it.web.get(pathOf(id))).text).toContain('Keeps 09:00 .+1w')
  expect((await it.web.get('/graph/page?name=Night%20boat')).html).toContain(`href="${pathOf(id)}"`)
  expect((await it.web.get(pathOf('none'))).status).toBe(404)
})

describe('[A3.1] [A3.2] saving', () => {
  test.each([
    [{ scheduled: '2026-12-24' }, 'TODO [#B] water\nSCHEDULED: <2026-12-24 Thu 09:00 .+1w>'],
    [{ scheduled: '' }, 'TODO [#B] water'],
    [{ deadline: '2026-12-01' }, `${REPEATING}\nDEADLINE: <2026-12-01 Tue>`],
    [{ priority: '' }, 'TODO water\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>'],
    [{ priority: 'A' }, 'TODO [#A] water\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>'],
    [{ state: 'waiting' }, 'WAITING [#B] water\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>'],
    [{ state: 'done' }, 'TODO [#B] water\nSCHEDULED: <2026-11-27 Fri 09:00 .+1w>'],
    [{ state: 'none' }, '[#B] water\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>'],
    [{}, REPEATING],
  ])('%j makes it %j', async (changed, content) => {
    const id = await add(REPEATING)
    const { status } = await save(id, changed)
    expect([status, await contentOf(id)]).toEqual([303, content])
  })

  test('a finished repeating task keeps its day unless it is changed', async () => {
    const id = await add(REPEATING.replace('TODO', 'DONE'))
    await save(id, { priority: 'A' })
    expect(await contentOf(id)).toBe(REPEATING.replace('TODO [#B]', 'DONE [#A]'))
  })

  test('returns to the page that opened the form, with Undo, or answers a script with the block', async () => {
    const id = await add(REPEATING)
    const sent = await save(id, { scheduled: '', back: '/graph/tasks?status=all' })
    expect(sent.headers.get('location')).toBe('/graph/tasks?status=all')
    const { html } = await save(id, { scheduled: '2026-12-24' }, PART)
    expect(html).toContain('Task saved.')
    expect(html).toContain(`data-block="${id}"`)
  })
})

describe('refused', () => {
  test('a task that changed meanwhile is shown beside what was chosen; saving again replaces it', async () => {
    const id = await add(REPEATING)
    const fields = { ...(await fieldsOf(id)), scheduled: '2026-12-24', state: 'doing' }
    await it.web.writes.updateBlock(it.caller, id, { text: 'TODO water the trees' })
    const { status, html, text } = await it.web.post(pathOf(id), fields)
    expect([status, text]).toEqual([409, expect.stringContaining('water the trees')])
    expect(html).toMatch(/name="scheduled"\s+type="date"\s+value="2026-12-24"/)
    expect(html).toContain('<option value="doing" selected')
    const version = /name="if_unchanged" value="([^"]*)"/.exec(html)![1]!
    await it.web.post(pathOf(id), { ...fields, if_unchanged: version })
    expect(await contentOf(id)).toBe('DOING [#B] water the trees\nSCHEDULED: <2026-12-24 Thu 09:00 .+1w>')
  })

  test('a day that is not on the calendar', async () => {
    const id = await add(REPEATING)
    expect((await save(id, { deadline: '2026-02-30' })).status).toBe(400)
    expect(await contentOf(id)).toBe(REPEATING)
  })

  test('signed out: the dates come back', async () => {
    const id = await add(REPEATING)
    const fields = { ...(await fieldsOf(id)), deadline: '2026-12-01' }
    it.web.who.id = undefined
    const { status, html } = await it.web.post(pathOf(id), fields)
    expect([status, html.includes('2026-12-01</textarea>')]).toEqual([401, true])
  })
})
