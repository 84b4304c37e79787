import { journalId, makeBlock, makePage } from '@notegraph/graph'
import type { Caller } from '@notegraph/service'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { NOON, openWeb, type Web } from './open.ts'

let web: Web
let boat: readonly string[]
let caller: Caller
beforeAll(async () => {
  web = await openWeb()
  const account = (await web.store.accounts.find('me'))!
  caller = {
    account,
    plan: 'active',
    tokenId: 't',
    tokenName: 'T',
    scope: 'write',
    zone: 'UTC',
  }
  const page = async (name: string, rest: object) => {
    web.clock.now += 60_000
    const made = await web.writes.createPage(caller, { name, ...rest })
    if (!made.ok) throw new Error(name)
    return made.value.value().ids.blockIds
  }
  await page('Ada', {
    type: 'person',
    properties: { birthday: '1815-12-10', 'lives-in': '[[London]]', mood: 'calm, see [[Night boat]]' },
  })
  boat = await page('Night boat', {
    properties: { alias: 'Bateau de nuit' },
    blocks: [
      '# Plan',
      'TODO [#A] rig the mast with [[Ada]]\nDEADLINE: <2026-11-22 Sun>',
      '<script>alert(1)</script> & "so"',
    ],
  })
  web.clock.now += 60_000
  const under = await web.writes.addBlock(caller, 'Night boat', { text: 'at ((x))', parentId: boat[1]! })
  if (!under.ok) throw new Error('under')
  web.clock.now += 60_000
  await web.writes.addBlock(caller, 'today', { text: `see ((${boat[1]!})) and #Ada` })
  await page('وصفات', { blocks: ['DONE خبز'] })
})

describe('graph: pages', () => {
  test('by type, latest edit first, each with what it is', async () => {
    const { text } = await web.get('/graph')
    expect(text).toMatch(/All 4 Plain pages 2 Journal days 1 People 1/)
    expect(text).toMatch(
      /وصفات .* 2026-11-20 Journal day · 1 block .* Night boat Page · 4 blocks .* Ada Person · 0 blocks/,
    )
    const people = await web.get('/graph?type=person')
    expect(people.html.match(/class="name"/g)).toHaveLength(1)
    expect((await web.get('/graph?type=movie')).text).toContain('No pages of this type.')
  })

  const names = async (query: string) =>
    Array.from(
      (await web.get(`/graph${query}`)).html.matchAll(/class="name"\s*><a[^>]*><bdi>(.*?)<\/bdi>/g),
      ([, name]) => name!.replaceAll(/<\/?mark>/g, ''),
    )

  test.each<[string, string[]]>([
    ['?q=boat', ['Night boat', 'Ada']],
    ['?q=London', ['Ada']],
    ['?q=bateau', ['Night boat']],
    ['?sort=name', ['2026-11-20', 'Ada', 'Night boat', 'وصفات']],
    ['?sort=links&type=page', ['Night boat', 'وصفات']],
    ['?sort=created&type=page', ['وصفات', 'Night boat']],
    ['?property=mood', ['Ada']],
    ['?property=lives-in%3DLondon', ['Ada']],
    ['?namespace=Night%20boat', []],
    ['?tag=Ada', []],
    ['?sort=none&type=none&q=', ['وصفات', '2026-11-20', 'Night boat', 'Ada']],
  ])('[A4.1] filtered and sorted by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('a filter stays in its fields, its types and its parts, and one that finds nothing leads back', async () => {
    const { html } = await web.get('/graph?q=a&sort=name')
    expect(html).toMatch(/name="q"[^>]*value="a"/)
    expect(html).toMatch(/<option value="name" selected>/)
    expect(html).toContain('href="/graph?q=a&amp;sort=name&amp;type=person"')
    expect((await web.get('/graph?type=page&q=zzz')).html).toMatch(
      /<input type="hidden" name="type" value="page"/,
    )
    expect((await web.get('/graph?q=zzz')).text).toMatch(/0 pages No pages match\. Show all pages$/)
  })

  test('[A4.1] a filter with a fault says which', async () => {
    const { status, text, html } = await web.get('/graph?property=%3Dx')
    expect([status, text]).toEqual([400, expect.stringContaining('property takes key or key=value')])
    expect(html).toMatch(/role="alert"/)
    expect((await web.get(`/graph?q=${'a+'.repeat(101)}`)).status).toBe(400)
  })

  test('an account that holds none is told what to do', async () => {
    expect((await (await openWeb()).get('/graph')).text).toContain('No pages yet.')
  })
})

describe('graph: a page', () => {
  test('shows what it is, its outline, and what leads to it', async () => {
    const { text, html } = await web.get('/graph/page?name=night%20BOAT')
    expect(text).toMatch(/^Night boat Page · 4 blocks/)
    expect(html).toMatch(/<h1[^>]*>\s*Night boat/)
    expect(html).toMatch(/<bdi class="marker todo">TODO<\/bdi> <bdi class="priority a">/)
    expect(html).toContain('Due <time datetime="2026-11-22">2026-11-22 Sun</time>')
    expect(html).toContain('<a class="ref" href="/graph/page?name=Ada">Ada</a>')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;so&quot;')
    expect(html).toMatch(/mast with.*<ul><li><div class="block" dir="auto">.*at \(\(x\)\)/s)
  })

  test.each([
    ['a page', 'Night boat', /Linked from properties 1 Ada Person Show unlinked mentions$/],
    ['a name that no page has', 'London', /Linked from properties 1 Ada Person$/],
  ])('%s tells which pages name it in their properties', async (_, name, words) => {
    const { text, html } = await web.get(`/graph/page?name=${encodeURIComponent(name)}`)
    expect(text).toMatch(words)
    expect(html).toMatch(/<h2 id="naming">.*<a href="\/graph\/page\?id=[^"]+"><bdi>Ada<\/bdi><\/a>/s)
    expect((await web.get('/graph/page?name=Ada')).text).not.toContain('Linked from properties')
  })

  test('of a type shows its fields, relations as links, and its other properties', async () => {
    const { text, html } = await web.get('/graph/page?name=Ada')
    expect(text).toMatch(/Birthday 1815-12-10 Lives in London mood calm, see Night boat/)
    expect(html).toContain('<a href="/graph/page?name=London"><bdi>London</bdi></a>')
    expect(text).toMatch(/Linked from 2 /)
    expect(text).toMatch(/Linked from 2 2026-11-20 see .* Show in context Night boat TODO .* Show in context/)
  })

  test('that is named only is 404, with what leads to it; one that nobody names too', async () => {
    const named = await web.get('/graph/page?name=London')
    expect([named.status, named.text]).toEqual([404, expect.stringContaining('No page is called "London"')])
    for (const query of ['', '?name=', '?name=%20', '?id=none', '?name=..'])
      expect([query, (await web.get(`/graph/page${query}`)).status]).toEqual([query, 404])
  })
})

describe('[A4.3] graph: what leads to a page', () => {
  let own: Web
  beforeAll(async () => {
    own = await openWeb()
    const account = (await own.store.accounts.find('me'))!
    for (const page of [
      { name: 'Boat', properties: { alias: 'Vessel' } },
      { name: 'Log', blocks: ['on [[Boat]] at night', 'a vessel, unnamed', 'again #Boat', 'boats are many'] },
      { name: 'Plan', blocks: ['buy a boat', 'sell the [[vessel]]'] },
    ]) {
      own.clock.now += 60_000
      await own.writes.createPage({ ...caller, account }, page)
    }
  })

  test('blocks are grouped by their page, each page once', async () => {
    const { text, html } = await own.get('/graph/page?name=Boat')
    expect(text).toMatch(
      /Linked from 3 Plan sell the vessel Show in context Log (?:again #Boat|on Boat at night) Show in context (?:again #Boat|on Boat at night) Show in context Show unlinked mentions$/,
    )
    expect(html.match(/<h3>/g)).toHaveLength(2)
    expect(text).not.toContain('buy a')
  })

  test('mentions without a link are shown on request, with the name marked', async () => {
    const { text, html } = await own.get('/graph/page?name=Boat&mentions=1')
    expect(text).toMatch(
      /Unlinked mentions 2 Plan buy a boat Show in context Log a vessel , unnamed Show in context$/,
    )
    expect(html).toContain('buy a <mark>boat</mark>')
    expect(html).toContain('a <mark>vessel</mark>, unnamed')
    expect((await own.get('/graph/page?name=Plan&mentions=1')).text).toContain(
      'Unlinked mentions 0 No block mentions this page without a link.',
    )
  })

  test('a page that does not exist has no mentions to look for', async () => {
    const { status, text } = await own.get('/graph/page?name=Nowhere&mentions=1')
    expect([status, text]).toEqual([404, expect.not.stringContaining('mentions')])
  })
})

test('graph: a block stands in its place, under what it stands under', async () => {
  const { text, html } = await web.get(`/graph/block?id=${boat[1]}`)
  expect(text).toMatch(
    /on Night boat TODO Priority A rig the mast with Ada Due 2026-11-22 Sun Nested blocks at \(\(x\)\)/,
  )
  expect(html).toContain('<ul><li>')
  expect((await web.get('/graph/block?id=none')).status).toBe(404)
})

describe('graph: a day', () => {
  test('today is where the visitor is; what refers to a block reads as its words', async () => {
    const { text, html } = await web.get('/graph/day')
    expect(text).toMatch(/^Friday, 20 November 2026 Previous day Today Next day Calendar .* see rig the mast/)
    expect(html).toContain(
      `<a class="block-ref" href="/graph/block?id=${boat[1]}">rig the mast with [[Ada]]</a>`,
    )
    expect(html).toContain('<a class="tag" href="/graph/page?name=Ada">#Ada</a>')
    const tokyo = await web.get('/graph/day', 'notegraph_zone=Pacific%2FKiritimati')
    expect(tokyo.text).toMatch(/^Saturday, 21 November 2026/)
  })

  test('the calendar shows its month in weeks from Monday, with the days that have notes', async () => {
    const { html, text } = await web.get('/graph/day?date=2026-11-03')
    expect(text).toMatch(
      /November 2026 Mon Tue Wed Thu Fri Sat Sun 1 2 3 .* 19 20 has notes 21 .* 29 30 No notes on this day/,
    )
    expect(html).toMatch(
      /<tbody>\s*<tr>(\s*<td><\/td>){6}\s*<td>\s*<a\s+href="\/graph\/day\?date=2026-11-01"/,
    )
    expect(html).toMatch(/date=2026-11-03"\s+class=""\s+aria-current="true"/)
    expect(html).toMatch(/date=2026-11-20"\s+class="noted"\s+aria-current="date"/)
    expect(html).toMatch(/rel="prev"\s+href="\/graph\/day\?date=2026-10-01&amp;calendar=1"/)
    expect(html).toMatch(/<details class="calendar"\s*>/)
    expect((await web.get('/graph/day?date=2026-02-28&calendar=1')).html).toMatch(
      /<details class="calendar" open/,
    )
    expect((await web.get('/graph/day?date=2028-02-29')).text).toMatch(/28 29 No notes/)
  })

  test('a day whose page was deleted has no notes in the calendar', async () => {
    const own = await openWeb()
    const account = (await own.store.accounts.find('me'))!
    await own.writes.addBlock({ ...caller, account }, '2026-11-05', { text: 'x' })
    expect((await own.get('/graph/day')).text).toContain('5 has notes')
    const graph = own.store.graph('me')
    const { record, seq } = (await graph.records.find(journalId(20261105)))!
    await graph.commits.commit({ puts: [{ record: { ...record, deleted: NOON }, from: seq }] })
    expect((await own.get('/graph/day')).text).not.toContain('has notes')
  })

  test('all references of a page are read at once', async () => {
    const graph = web.store.graph('me')
    const page = await web.writes.createPage(caller, {
      name: 'Index',
      blocks: boat.map((id) => `((${id})) and {{embed ((${id}))}}`),
    })
    expect(page.ok).toBe(true)
    vi.spyOn(web.store, 'graph').mockReturnValue(graph) // a store may return another object each time
    const reads = [vi.spyOn(graph.blocks, 'findMany'), vi.spyOn(graph.blocks, 'find')]
    const { text } = await web.get('/graph/page?name=Index')
    expect(text).toContain('rig the mast with [[Ada]] and rig the mast with [[Ada]]')
    expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 0])
    vi.restoreAllMocks()
  })

  test.each([
    ['2026-11-19', 200, 'No notes on this day.'],
    ['2027-01-01', 200, 'No notes on this day yet.'],
    ['2026-02-30', 400, 'This date is not on the calendar.'],
    ['today', 400, 'This date is not on the calendar.'],
    ['1000-01-01', 200, 'No notes on this day'],
    ['9999-12-31', 200, 'No notes on this day'],
  ])('%s is %i', async (date, status, words) => {
    const shown = await web.get(`/graph/day?date=${date}`)
    expect([shown.status, shown.text]).toEqual([status, expect.stringContaining(words)])
  })
})

test.each([
  ['', 'Open 1', 'rig the mast'],
  ['?status=done', 'Done 1', 'خبز'],
  ['?status=all', 'All 2', 'rig the mast'],
  ['?status=else', 'Open 1', 'rig the mast'],
])('graph: tasks%s', async (query, chip, words) => {
  const { text } = await web.get(`/graph/tasks${query}`)
  expect(text).toContain(chip)
  expect(text).toContain(words)
})

describe('graph: tasks by when they are due', () => {
  let own: Web
  beforeAll(async () => {
    own = await openWeb()
    const account = (await own.store.accounts.find('me'))!
    const task = (words: string, day?: string) =>
      `TODO ${words}${day === undefined ? '' : `\nDEADLINE: <${day}>`}`
    const blocks = [
      task('undated'),
      task('[#B] next week', '2026-11-27'),
      task('after that', '2026-11-28'),
      task('now', '2026-11-20'),
      task('[#A] late', '2026-11-19'),
      task('soon', '2026-11-21'),
      'LATER sometime',
      'DONE finished',
    ]
    await own.writes.createPage({ ...caller, account }, { name: 'List', blocks })
  })

  test('each group has its heading, its count and its tasks, soonest first', async () => {
    const { text } = await own.get('/graph/tasks')
    expect(text).toMatch(
      /Overdue 1 , due before today .* late .*Today 1 .* now .*Next 2 , due in the next 7 days .* soon .* next week .*Later 3 .* after that .*(?:undated .* sometime|sometime .* undated) /,
    )
    expect(text).not.toContain('finished')
  })

  test('days are those of the visitor', async () => {
    const { text } = await own.get('/graph/tasks', 'notegraph_zone=Pacific%2FKiritimati')
    expect(text).toMatch(/Overdue 2 .* late .* now .*Today 1 .* soon /)
  })

  test('finished tasks are one list', async () => {
    for (const status of ['done', 'all'])
      expect((await own.get(`/graph/tasks?status=${status}`)).text).not.toMatch(/Overdue|Later \d/)
  })

  test.each([
    ['priority=A', /Overdue 1 .* late /, /Today|Next|Later \d/],
    ['marker=LATER', /Later 1 .* sometime /, /Overdue|undated/],
    ['q=next', /Next 1 .* next week /, /Overdue|Today/],
    ['page=list', /Overdue 1 .*Later 3 /, /No tasks/],
    ['priority=C', /No tasks match\. Show all open tasks/, /Overdue/],
    ['priority=Z', /Overdue 1 .*Later 3 /, /No tasks/],
  ])('[A3.4] filtered by %s', async (query, has, lacks) => {
    const { status, text } = await own.get(`/graph/tasks?${query}`)
    expect([status, text]).toEqual([200, expect.stringMatching(has)])
    expect(text).not.toMatch(lacks)
  })

  test('[A3.4] a filter with a fault says which, and stays in its field', async () => {
    for (const [query, words] of [
      ['page=Nowhere', 'No page is called "Nowhere"'],
      ['q=(and', 'at character'],
    ] as const) {
      const { status, text, html } = await own.get(`/graph/tasks?${query}`)
      expect([status, text]).toEqual([400, expect.stringContaining(words)])
      expect(html).toContain(`value="${query.split('=')[1]}"`)
    }
  })

  test('the filter stays with another status, and a rarer one is open', async () => {
    expect((await own.get('/graph/tasks?priority=A')).html).toMatch(/<details\s+open>/)
    expect((await own.get('/graph/tasks')).html).toMatch(/<details\s*>/)
    expect((await own.get('/graph/tasks?priority=A')).html).toContain(
      'href="/graph/tasks?priority=A&amp;status=done"',
    )
  })
})

describe('graph: search', () => {
  test.each([
    ['mast', '1 block'],
    ['(todo TODO)', '1 block'],
    ['[[Ada]]', '2 blocks'],
    ['nothing like it', 'No matches.'],
    ['', 'Search examples'],
  ])('%j', async (q, words) => {
    const { status, text } = await web.get(`/graph/search?q=${encodeURIComponent(q)}`)
    expect([status, text]).toEqual([200, expect.stringContaining(words)])
  })

  test('pages with the words in a name, an alias or a value come above the blocks, each with its reason', async () => {
    const byName = await web.get('/graph/search?q=night')
    expect(byName.text).toMatch(
      /2 pages, 0 blocks Pages Night boat Page · 4 blocks .* Ada Person .* mood: calm, see/,
    )
    expect(byName.html).toMatch(/<bdi><mark>Night<\/mark> boat<\/bdi>/)
    const byField = await web.get('/graph/search?q=london')
    expect(byField.text).toMatch(
      /1 page, 0 blocks Pages Ada Person .* Lives in: London Blocks No blocks match\./,
    )
    const byAlias = await web.get('/graph/search?q=bateau')
    expect(byAlias.text).toMatch(/Pages Night boat .* Also called Bateau de nuit/)
    const inBrackets = await web.get(`/graph/search?q=${encodeURIComponent('(or night london)')}`)
    expect(inBrackets.text).not.toContain('Night boat Page')
    expect((await web.get('/graph/search?q=night&offset=50')).text).not.toContain('Pages')
  })

  test('a short block has its words marked; of a long one the parts around them are shown', async () => {
    expect((await web.get('/graph/search?q=MAST')).html).toContain('rig the <mark>mast</mark> with ')
    const long = await openWeb()
    const account = (await long.store.accounts.find('me'))!
    const blocks = [`${'before '.repeat(200)}needle <b> ${'after '.repeat(200)}`]
    const made = await long.writes.createPage({ ...caller, account }, { name: 'Long', blocks })
    expect(made.ok).toBe(true)
    const { html } = await long.get('/graph/search?q=needle')
    expect(html).toMatch(/snippet" dir="auto">…before .*<mark>needle<\/mark> &lt;b&gt; after .*…<\/div>/)
    expect(html.match(/before/g)!.length).toBeLessThan(60)
  })

  test('more pages than five are counted, with a way to all of them', async () => {
    const many = await openWeb()
    const account = (await many.store.accounts.find('me'))!
    for (let n = 1; n <= 6; n++) await many.writes.createPage({ ...caller, account }, { name: `Boat ${n}` })
    const { html, text } = await many.get('/graph/search?q=boat')
    expect(text).toMatch(/6 pages, 0 blocks .* All 6 pages/)
    expect(html).toContain('href="/graph?q=boat"')
  })

  test.each([
    ['(and x', 'at character 1'],
    ['(frobnicate x)', 'at character 2'],
    ['x'.repeat(1_001), 'at most 1,000 characters, not 1,001'],
  ])('%j is refused with the place, and what was asked stays', async (q, words) => {
    const { status, html, text } = await web.get(`/graph/search?q=${encodeURIComponent(q)}`)
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
    expect(html).toContain('aria-invalid="true"')
  })
})

test('graph: nothing of one account is shown to another', async () => {
  await web.operators.createAccount('you', {})
  web.who.id = 'you'
  for (const path of [
    '/graph',
    '/graph/page?name=Ada',
    '/graph/day',
    '/graph/tasks?status=all',
    '/graph/search?q=mast',
    `/graph/block?id=${boat[1]}`,
  ]) {
    const { text } = await web.get(path)
    expect(text).not.toMatch(/rig|Night|وصفات/)
  }
  web.who.id = 'me'
})

describe('graph: long blocks', () => {
  test('a page of 512 of them is a bounded part, each cut, with the whole of it on a page of its own', async () => {
    const long = await openWeb()
    const content = `#a #b ${'#c '.repeat(6_500)}end`
    const blocks = Array.from({ length: 512 }, (_, n) =>
      makeBlock({ id: `long-${n}`, content, rev: `r${n}`, pageId: 'p', parentId: null, order: n, now: NOON }),
    )
    const puts = [makePage({ id: 'p', name: 'Long', now: NOON }), ...blocks]
    await long.store.graph('me').commits.commit({ puts: puts.map((record) => ({ record, from: 0 })) })
    const { html } = await long.get('/graph/page?name=Long')
    expect(html.length).toBeLessThan(5_000_000)
    expect(html).not.toContain('end</div>')
    const shown = html.match(/Show the whole block/g)!.length
    expect(html).toContain(`href="/graph/page?name=Long&amp;offset=${shown}"`)
    for (const path of ['/graph/search?q=end', '/graph/page?name=c'])
      expect((await long.get(path)).html.length).toBeLessThan(5_000_000)
    const whole = await long.get('/graph/block?id=long-7')
    expect(whole.text).toContain('#c end ')
  })
})

test('graph: a block leads to the blocks beside it', async () => {
  const html = async (id: string) => (await web.get(`/graph/block?id=${id}`)).html
  const beside = async (id: string) =>
    Array.from((await html(id)).matchAll(/<a rel="(prev|next)" href="[^"]*id=([^"]+)"/g), ([, rel, to]) => [
      rel,
      to,
    ])
  const [plan, mast, script] = boat
  expect(await beside(plan!)).toEqual([['next', mast]])
  // The block before has a nested block.
  expect(await beside(script!)).toEqual([['prev', mast]])
  expect(await beside(mast!)).toEqual([
    ['prev', plan],
    ['next', script],
  ])
})
