import type { Caller } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, openWeb, type Web } from './open.ts'

const PATH = '/settings/changes'
let web: Web
beforeEach(async () => {
  web = await openWeb()
})

async function callerOf(name: string): Promise<Caller> {
  const account = (await web.store.accounts.find('me'))!
  const { id } = await web.operators.createToken('me', { name, scope: 'write' })
  return { account, plan: 'active', tokenId: id, tokenName: name, scope: 'write', zone: 'UTC' }
}

/** A page with a block, and the block reworded, by the token Script; then a page by the token Other. */
async function written() {
  const script = await callerOf('Script')
  const done = <T>(result: { ok: true; value: T } | { ok: false }) => {
    if (!result.ok) throw new Error('not written')
    return result.value
  }
  const made = done(await web.writes.createPage(script, { name: 'Boats', blocks: ['rig the old mast'] }))
  const [blockId] = (made.value() as { ids: { blockIds: readonly string[] } }).ids.blockIds
  web.clock.now += 60_000
  done(await web.writes.updateBlock(script, blockId!, { text: 'rig the new mast <soon>' }))
  web.clock.now += 60_000
  done(await web.writes.createPage(await callerOf('Other'), { name: 'Harbours' }))
  const { changes } = (await web.deps.changes.list('me', { limit: 10, offset: 0 })).value()
  return { blockId: blockId!, ids: changes.map(({ id }) => id) as [string, string, string] }
}

const textOfBlock = async (id: string) => (await web.store.graph('me').blocks.find(id))?.content

describe('[D8.1] the list', () => {
  test('says what to do where nothing was written', async () => {
    const { text } = await web.get(PATH)
    expect(text).toContain('No changes in the last 30 days.')
    expect(text).toContain('0 of 500 changes can still be reverted.')
  })

  test('newest first, a line each: when, on which page, which words, by which token', async () => {
    const { ids } = await written()
    const { text, html } = await web.get(PATH)
    expect(text).toContain('3 of 500 changes can still be reverted.')
    expect(text).toMatch(
      /20 Nov 2026 12:02 Harbours Created Other .* 12:01 Boats Edited rig the new mast <soon> Script .* 12:00 Boats Created rig the old mast Script/,
    )
    expect(html).not.toMatch(/<(?:ins|del)>/)
    for (const id of ids) expect(html).toContain(`<a href="${PATH}/${id}">`)
  })

  test('shows the words of notes without their marks', async () => {
    const caller = await callerOf('Script')
    await web.writes.createPage(caller, { name: 'Boats', blocks: ['**mend** the `mast` of [[Night boat]]'] })
    await web.writes.setProperty(caller, 'Boats', 'moored', { value: '[[Old quay]], *north*' })
    const { text } = await web.get(PATH)
    expect(text).toContain('Created mend the mast of Night boat Script')
    expect(text).toContain('Set moored Old quay, north Script')
  })

  test('a line opens to a link, and the page behind it shows the words that differ', async () => {
    const { ids } = await written()
    const { html } = await web.get(PATH)
    expect(html).toContain(`<p data-part><a href="${PATH}/${ids[1]}">Show before and after</a></p>`)
    const opened = await web.get(`${PATH}/${ids[1]}`)
    expect(opened.html).toContain('<div data-part>')
    expect(opened.html).toContain('rig the <del>old</del> mast')
    expect(opened.html).toMatch(/rig the <ins>new<\/ins> mast<ins> &lt;soon&gt;<\/ins>/)
    expect(opened.text).toContain('Before rig the old mast After rig the new mast <soon>')
  })

  test('each day has a heading, in the zone of the visitor', async () => {
    await written()
    web.clock.now += 43_200_000
    await web.writes.createPage(await callerOf('Night'), { name: 'Stars' })
    const { text } = await web.get(PATH)
    expect(text).toMatch(/21 Nov 2026 00:02 Stars Created Night .* 20 Nov 2026 12:02 Harbours/)
    expect((await web.get(PATH, 'notegraph_zone=America%2FNew_York')).text).toMatch(
      /20 Nov 2026 19:02 Stars Created Night .*(?<!20 Nov 2026) 07:02 Harbours/,
    )
  })

  test('each action has its verb', async () => {
    const script = await callerOf('Script')
    const made = await web.writes.createPage(script, { name: 'Quays', blocks: ['TODO mend it'] })
    if (!made.ok) throw new Error('not written')
    const [block] = (made.value.value() as { ids: { blockIds: readonly string[] } }).ids.blockIds
    const writes = [
      () => web.writes.addBlock(script, 'Quays', { text: '# Depth' }),
      () => web.writes.addOutline(script, 'Quays', { text: '- one\n  - two' }),
      () => web.writes.setTask(script, block!, { state: 'done' }),
      () => web.writes.setTask(script, block!, { priority: 'A' }),
      () => web.writes.setTask(script, block!, { state: 'none' }),
      () => web.writes.setProperty(script, 'Quays', 'depth', { value: '9 m' }),
      () => web.writes.setProperties(script, 'Quays', { properties: { a: '1', b: '2' } }),
      () => web.writes.setProperty(script, 'Quays', 'depth', { value: null }),
      () => web.writes.setBlockProperties(script, block!, { properties: { tide: 'low' } }),
    ]
    for (const write of writes) {
      web.clock.now += 1_000
      expect((await write()).ok).toBe(true)
    }
    const { html } = await web.get(PATH)
    const lines = Array.from(
      html.matchAll(/<span class="what">(.*?)<\/span>\s*<span class="who">/gs),
      ([, line]) =>
        line!
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
    )
    expect(lines).toEqual([
      'Quays Set properties mend it',
      'Quays Cleared depth 9 m',
      'Quays Set 2 properties',
      'Quays Set depth 9 m',
      'Quays Removed the task mend it',
      'Quays Changed the task mend it',
      'Quays Set to DONE mend it',
      'Quays Added 2 blocks one',
      'Quays Added Depth',
      'Quays Created mend it',
    ])
  })

  test('a value that a change created, set or cleared shows alone, with its outcome', async () => {
    const script = await callerOf('Script')
    await web.writes.createPage(script, { name: 'Quays', blocks: ['a new block'] })
    web.clock.now += 60_000
    await web.writes.setProperty(script, 'Quays', 'depth', { value: '9 m' })
    web.clock.now += 60_000
    await web.writes.setProperty(script, 'Quays', 'depth', { value: null })
    const { changes } = (await web.deps.changes.list('me', { limit: 10, offset: 0 })).value()
    const shown = await Promise.all(changes.map(async ({ id }) => web.get(`${PATH}/${id}`)))
    const words = ['depth Cleared 9 m', 'depth New 9 m', 'New Quays New a new block']
    for (const [i, { text, html }] of shown.entries()) {
      expect(text).toContain(words[i])
      expect(html).not.toMatch(/<(?:ins|del)>/)
    }
  })

  test.each([
    ['token=Other', ['Harbours'], 1],
    ['page=boats', ['Boats'], 2],
    ['token=Script&page=Harbours', ['No changes match this filter.'], 0],
    ['token=Nobody', ['No changes match this filter.'], 0],
  ])('by %s', async (query, words, count) => {
    await written()
    const { text, html } = await web.get(`${PATH}?${query}`)
    for (const word of words) expect(text).toContain(word)
    expect(html.match(/class="change"/g) ?? []).toHaveLength(count)
  })

  test('[D8.5] what the person wrote on the web is not in it', async () => {
    await written()
    await web.post('/graph/capture', { text: 'moor at noon' })
    const { text, html } = await web.get(PATH)
    expect(text).toContain('3 of 500 changes can still be reverted.')
    expect(text).not.toContain('moor at noon')
    expect(html).not.toContain('<option value="Browser"')
  })

  test('a part at a time', async () => {
    const script = await callerOf('Script')
    for (let i = 0; i < 53; i++) await web.writes.createPage(script, { name: `Page ${i}` })
    const first = await web.get(PATH)
    expect(first.text).toContain('1 to 50 of 53')
    expect(first.html).toContain('href="/settings/changes?offset=50"')
    const next = await web.get(`${PATH}?offset=50`)
    expect(next.html.match(/class="change"/g)).toHaveLength(3)
    expect(next.html).toContain('rel="prev" href="/settings/changes"')
    expect((await web.get(`${PATH}?offset=x`)).text).toContain('1 to 50 of 53')
  })
})

test('a change has a page of its own; one that is not there is 404', async () => {
  const { ids } = await written()
  const { text } = await web.get(`${PATH}/${ids[1]}`)
  expect(text).toContain('1 item changed')
  expect((await web.get(`${PATH}/none`)).status).toBe(404)
  web.clock.now += 31 * 86_400_000
  expect((await web.get(`${PATH}/${ids[1]}`)).status).toBe(404)
})

describe('[D8.6] keep', () => {
  const keep = async (path: string, fields: [string, string][]) => {
    const posted = await web.post(path, fields)
    expect(posted.status).toBe(303)
    return web.get(posted.headers.get('location')!, cookieOf(posted))
  }

  test('one, by its own button, whatever is ticked; it can no longer be reverted', async () => {
    const { ids } = await written()
    const { html } = await web.get(PATH)
    expect(html).toContain(`<button class="quiet" name="only" value="${ids[1]}" formaction="${PATH}/keep">`)
    const { text } = await keep(`${PATH}/keep`, [
      ['id', ids[0]],
      ['only', ids[1]],
    ])
    expect(text).toContain('1 change kept.')
    expect(text).toContain('2 of 500 changes can still be reverted.')
    expect(text).toMatch(
      /12:01 Boats Edited rig the new mast <soon> Script Kept Show before and after Kept 20 Nov 2026, 12:02 Boats/,
    )
    expect((await web.get(`${PATH}/${ids[1]}`)).html).not.toContain('name="only"')
    const reverted = await keep(`${PATH}/revert`, [['only', ids[1]]])
    expect(reverted.text).toContain('This change was kept, so it can no longer be reverted.')
  })

  test('a selection', async () => {
    const { ids } = await written()
    const { text } = await keep(`${PATH}/keep`, [
      ['id', ids[0]],
      ['id', ids[2]],
      ['id', 'none'],
    ])
    expect(text).toContain('2 changes kept.')
    expect((await keep(`${PATH}/keep`, [])).text).toContain('Select the changes that you want to keep.')
  })

  test('all by a token, as the page showed them, and nothing later', async () => {
    await written()
    expect((await web.get(PATH)).html).not.toContain('name="until"')
    const filtered = `${PATH}?token=Script`
    const { html, text } = await web.get(filtered)
    expect(text).toContain('Keep all by Script')
    const [, until] = /name="until" value="(\d+)"/.exec(html)!
    web.clock.now += 1
    await web.writes.createPage(await callerOf('Script'), { name: 'Late' })
    const kept = await keep(filtered.replace('?', '/keep?'), [
      ['token', 'Script'],
      ['until', until!],
    ])
    expect(kept.text).toContain('2 changes kept.')
    expect(kept.text).toContain('2 of 500 changes can still be reverted.')
  })
})

describe('[D8.2] revert', () => {
  const revert = async (fields: [string, string][]) => {
    const posted = await web.post(`${PATH}/revert`, fields)
    expect([posted.status, posted.headers.get('location')]).toEqual([303, PATH])
    return web.get(PATH, cookieOf(posted))
  }

  test('one, by its own button, whatever is ticked', async () => {
    const { ids, blockId } = await written()
    const { text } = await revert([
      ['id', ids[0]],
      ['only', ids[1]],
    ])
    expect(text).toContain('1 change reverted, 1 item restored.')
    expect(text).toContain('Reverted')
    expect(await textOfBlock(blockId)).toBe('rig the old mast')
    expect(await web.store.graph('me').pages.findByName('harbours')).toBeDefined()
  })

  test('returns to the list as it was filtered', async () => {
    const { ids } = await written()
    const filtered = `${PATH}?token=Script&page=Boats`
    const action = /action="(\/settings\/changes\/revert[^"]*)"/.exec((await web.get(filtered)).html)![1]!
    const posted = await web.post(action.replaceAll('&amp;', '&'), [['only', ids[1]]])
    expect(posted.headers.get('location')).toBe(filtered)
    expect((await web.get(filtered, cookieOf(posted))).text).toContain('1 change reverted')
  })

  test('many, the newest first, so that a change is reverted before the one it depends on', async () => {
    const { ids, blockId } = await written()
    const { text } = await revert([
      ['id', ids[2]],
      ['id', ids[1]],
      ['id', ids[0]],
    ])
    expect(text).toContain('3 changes reverted, 4 items restored.')
    expect(await textOfBlock(blockId)).toBeUndefined()
    expect(text).toContain('0 of 500')
  })

  test('reports the items it left and why, in one warning', async () => {
    const { ids, blockId } = await written()
    const script = await callerOf('Third')
    await web.writes.updateBlock(script, blockId, { text: 'rig no mast' })
    const { text, html } = await revert([['id', ids[1]]])
    expect(text).toContain('1 item was not restored:')
    expect(text).toContain('A block: Changed again after this change.')
    expect(html.match(/class="notice \w+"/g)).toEqual(['class="notice warn"'])
    expect(await textOfBlock(blockId)).toBe('rig no mast')
  })

  test('reports why a change was not reverted, and that nothing was selected', async () => {
    const { ids } = await written()
    await revert([['only', ids[0]]])
    expect((await revert([['only', ids[0]]])).text).toContain('This change is already reverted.')
    expect((await revert([])).text).toContain('Select the changes that you want to revert.')
  })

  test('a hundred at once, and no more', async () => {
    const ids = Array.from({ length: 101 }, (_, n): [string, string] => ['id', `${n}`])
    expect((await revert(ids)).text).toContain('You can revert at most 100 changes at a time, not 101.')
    expect((await revert(ids.slice(1))).text).toContain('No change in the list has the id')
  })

  test('nobody reverts what another account wrote', async () => {
    const { ids, blockId } = await written()
    await web.operators.createAccount('you', {})
    web.who.id = 'you'
    await revert([['id', ids[1]]])
    expect((await web.get(`${PATH}/${ids[1]}`)).status).toBe(404)
    expect(await textOfBlock(blockId)).toBe('rig the new mast <soon>')
  })
})
