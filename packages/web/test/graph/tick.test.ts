/** The button of a task: done, open again, moved on, refused, and undone. */
import { LIMITS } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf } from '../open.ts'
import { openNotes, type Notes } from './notes.ts'

let it: Notes
beforeEach(async () => {
  it = await openNotes()
})

const PART = { 'X-Notegraph-Part': '1' }
const contentOf = async (id: string) => (await it.web.store.graph('me').blocks.find(id))?.content
const taskPath = (id: string) => `/graph/block/task?id=${id}`

/** The fields of the button of a block, as a page shows them. */
async function fieldsOf(id: string, page = '/graph/tasks?status=all') {
  const { html } = await it.web.get(page)
  const form = new RegExp(`action="${taskPath(id).replace('?', String.raw`\?`)}".*?</form>`, 's').exec(
    html,
  )![0]
  return {
    if_unchanged: /name="if_unchanged" value="([^"]*)"/.exec(form)![1]!,
    state: /name="state"\s+value="([^"]*)"/.exec(form)![1]!,
  }
}

async function add(text: string): Promise<string> {
  const made = await it.web.writes.addBlock(it.caller, 'Night boat', { text })
  if (!made.ok) throw new Error(text)
  return made.value.value().ids.blockId
}

describe('ticking a task', () => {
  test('each page that shows a task has its button, with the words of the task', async () => {
    const [, task] = it.boat
    for (const page of [
      '/graph/tasks',
      '/graph/page?name=Night%20boat',
      `/graph/block?id=${task!}`,
      '/graph/search?q=rig',
      '/graph/page?name=Ada',
    ]) {
      const { html } = await it.web.get(page)
      expect([page, html.includes(taskPath(task!))]).toEqual([page, true])
      expect(html).toContain('aria-label="Mark as done: rig the mast with')
    }
  })

  test('marks the task as done, returns to the page, and says so once', async () => {
    const [, task] = it.boat
    const sent = await it.web.post(taskPath(task!), await fieldsOf(task!), {
      referer: 'https://notes.example/graph/tasks?status=all',
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/graph/tasks?status=all'])
    expect(await contentOf(task!)).toBe('DONE [#A] rig the mast with [[Ada]]\nDEADLINE: <2026-11-22 Sun>')
    const next = await it.web.get('/graph/tasks?status=all', cookieOf(sent))
    expect(next.text).toContain('Task done.')
    expect(next.html).toContain('aria-label="Reopen: rig the mast with')
    expect(next.headers.get('set-cookie')).toContain('Max-Age=0')
  })

  test('opens a finished task again, in an answer for a script', async () => {
    const id = await add('DONE tea')
    const { status, html } = await it.web.post(taskPath(id), await fieldsOf(id), PART)
    expect([status, html.includes('<html')]).toEqual([200, false])
    expect(html).toContain('Task reopened.')
    expect(html).toContain(`data-block="${id}"`)
    expect(await contentOf(id)).toBe('TODO tea')
  })

  test('[A3.3] moves a repeating task to its next day', async () => {
    const id = await add('TODO water\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>')
    const { html } = await it.web.post(taskPath(id), await fieldsOf(id), PART)
    expect(html).toContain('Task done. It is next due on 2026-11-27.')
    expect(await contentOf(id)).toBe('TODO water\nSCHEDULED: <2026-11-27 Fri 09:00 .+1w>')
  })

  test('a task that changed meanwhile stays, and is shown as it is now', async () => {
    const [, task] = it.boat
    const fields = await fieldsOf(task!)
    await it.web.writes.updateBlock(it.caller, task!, { text: 'sail at once' })
    const { status, text } = await it.web.post(taskPath(task!), fields)
    expect(status).toBe(409)
    expect(text).toContain('The block changed since you opened this page, so nothing was saved.')
    expect(text).toContain('sail at once')
    expect(await contentOf(task!)).toMatch(/^TODO/)
  })

  test.each([
    ['an unknown state', { state: 'later or never' }, 400],
    ['an unknown key', { state: 'done', colour: 'red' }, 400],
    ['nothing', {}, 400],
  ])('%s is refused', async (_, fields, status) => {
    const [, task] = it.boat
    expect((await it.web.post(taskPath(task!), fields as Record<string, string>)).status).toBe(status)
    expect(await contentOf(task!)).toMatch(/^TODO/)
  })

  test('an unknown block, and that of another account, are 404', async () => {
    const [, task] = it.boat
    expect((await it.web.post(taskPath('none'), { state: 'done' })).status).toBe(404)
    await it.web.operators.createAccount('you', {})
    it.web.who.id = 'you'
    expect((await it.web.post(taskPath(task!), { state: 'done' })).status).toBe(404)
    expect(await contentOf(task!)).toMatch(/^TODO/)
  })
})

describe('the change of a person', () => {
  const tick = async () => {
    const [, task] = it.boat
    const sent = await it.web.post(taskPath(task!), await fieldsOf(task!), {
      referer: 'https://x/graph/tasks',
    })
    return (await it.web.get('/graph/tasks', cookieOf(sent))).html
  }
  const undo = async (id: string) => {
    const sent = await it.web.post('/graph/undo', { id }, { referer: 'https://x/graph/tasks?status=all' })
    expect(sent.headers.get('location')).toBe('/graph/tasks?status=all')
    return (await it.web.get('/graph/tasks?status=all', cookieOf(sent))).text
  }

  test('[D8.5] is in no list and no count, and has no page', async () => {
    const before = (await it.web.deps.changes.list('me', { limit: 1, offset: 0 })).json
    const id = /action="\/graph\/undo".*?value="([^"]+)"/s.exec(await tick())![1]!
    expect((await it.web.deps.changes.list('me', { limit: 1, offset: 0 })).json).toBe(before)
    expect((await it.web.get(`/settings/changes/${id}`)).status).toBe(404)
  })

  test('[D8.2] is undone by its button, once', async () => {
    const id = /action="\/graph\/undo".*?value="([^"]+)"/s.exec(await tick())![1]!
    expect(await undo(id)).toContain('Undone.')
    expect(await contentOf(it.boat[1]!)).toMatch(/^TODO/)
    expect(await undo(id)).toContain('This change is already reverted.')
  })

  test('[D8.2] is not undone if the block changed since', async () => {
    const id = /action="\/graph\/undo".*?value="([^"]+)"/s.exec(await tick())![1]!
    await it.web.writes.updateBlock(it.caller, it.boat[1]!, { text: 'DONE otherwise' })
    expect(await undo(id)).toContain('Not undone: Changed again after this change.')
  })

  test("[A7] a token's change is not undone here", async () => {
    const { changes } = (await it.web.deps.changes.list('me', { limit: 1, offset: 0 })).value()
    expect(await undo(changes[0]!.id)).toContain('No change in the list has the id')
  })

  test('[D8.5] counts for no rate of programs', async () => {
    const send = () => it.web.post(taskPath('none'), { state: 'done' })
    for (let n = 0; n <= LIMITS.writesPerToken; n++) expect((await send()).status).toBe(404)
  })
})

describe('without access to writing', () => {
  test('in grace there is no button, and a form of before is refused', async () => {
    const [, task] = it.boat
    const fields = await fieldsOf(task!)
    await it.web.operators.setAccount('me', { plan: 'grace' })
    expect((await it.web.get('/graph/tasks')).html).not.toContain('/graph/block/task')
    const { status, text } = await it.web.post(taskPath(task!), fields)
    expect([status, text]).toEqual([402, expect.stringContaining('The plan of this account has ended.')])
    expect(await contentOf(task!)).toMatch(/^TODO/)
  })

  test.each([
    ['plan', { plan: 'none' } as const, 402],
    ['list', { allowed: false } as const, 403],
  ])('an account that is on no %s gets %o %i', async (_, settings, status) => {
    const [, task] = it.boat
    await it.web.operators.setAccount('me', settings)
    expect((await it.web.post(taskPath(task!), { state: 'done' })).status).toBe(status)
    expect(await contentOf(task!)).toMatch(/^TODO/)
  })

  test('a person who is signed out gets the same form again', async () => {
    const [, task] = it.boat
    const fields = await fieldsOf(task!)
    it.web.who.id = undefined
    const { status, html, text } = await it.web.post(taskPath(task!), fields)
    expect([status, text]).toEqual([
      401,
      expect.stringContaining('You are signed out, so nothing was saved.'),
    ])
    expect(html).toContain(`name="if_unchanged" value="${fields.if_unchanged}"`)
    expect(html).toContain(`action="${taskPath(task!)}"`)
    expect(await contentOf(task!)).toMatch(/^TODO/)
  })
})

test.each([
  ['https://notes.example/graph/page?name=A%20b', '/graph/page?name=A%20b'],
  ['https://evil.example//evil.example/graph', '/graph/block?id='],
  ['https://notes.example/settings/changes', '/graph/block?id='],
  ['https://notes.example/graph/block/task?id=x', '/graph/block?id='],
  ['https://notes.example/graphs', '/graph/block?id='],
  ['no address', '/graph/block?id='],
])('a form sent from %s returns to %s', async (referer, to) => {
  const [, task] = it.boat
  const sent = await it.web.post(taskPath(task!), { state: 'done' }, { referer })
  expect(sent.headers.get('location')).toBe(to === '/graph/block?id=' ? to + task! : to)
})
