/**
 * The limits of the change list and of storage, and writes that need no space.
 *
 * @module-tag both-stores
 */
import { ERRORS, LIMITS } from '@notegraph/contract'
import { describe, expect, test } from 'vitest'
import { add, block, page } from '../../test/notes.ts'
import { desk, refused, type Desk } from '../../test/writes.ts'
import { BROWSER, mayWrite, statusOf, toErrorBody, type Caller } from '../index.ts'

const DAY = 86_400_000

const fill = async ({ writes, caller }: Desk, count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await writes.addBlock(caller, 'Ada', { text: `${n}` })
}

async function setUp(most: number, quota?: number): Promise<Desk> {
  const it = await desk(most, quota)
  await add(it.graph, page('p1', 'Ada', [['mood', 'glad']]), block('b1', 'p1', 'TODO tea'))
  return it
}

describe('[limits] the list of changes', () => {
  test.each([1, 3, LIMITS.revertibleChanges])(
    'holds %i that can be reverted, and not one more',
    async (most) => {
      const it = await setUp(most)
      await fill(it, most)
      const head = await it.graph.commits.head()
      const results = [
        await it.writes.addBlock(it.caller, 'Ada', { text: 'x' }),
        await it.writes.addBlock(it.caller, 'today', { text: 'x' }),
        await it.writes.createPage(it.caller, { name: 'New' }),
        await it.writes.setTask(it.caller, 'b1', { state: 'done' }),
        await it.writes.updateBlock(it.caller, 'b1', { text: 'x' }, { key: { key: 'k', request: 'r' } }),
        await it.writes.setProperty(it.caller, 'Ada', 'mood', { value: null }),
        await it.writes.setProperties(it.caller, 'Ada', { properties: { mood: null } }),
      ]
      for (const result of results) expect(refused(result)).toEqual({ code: 'trail_full', limit: most })
      expect([await it.graph.commits.head(), await it.graph.changes.countOpen(0)]).toEqual([head, most])
    },
  )

  test('has room again for each one that is reverted or passes 30 days', async () => {
    const it = await setUp(2)
    await fill(it, 1)
    it.clock.now += 10 * DAY
    await fill(it, 1)
    const { changes } = await it.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })
    await it.changes.revert(it.caller.account, changes[0]!.id)
    await fill(it, 1)
    expect(refused(await it.writes.addBlock(it.caller, 'Ada', { text: 'x' })).code).toBe('trail_full')
    it.clock.now += 20 * DAY
    expect(refused(await it.writes.addBlock(it.caller, 'Ada', { text: 'x' })).code).toBe('trail_full')
    it.clock.now += 1
    expect((await it.writes.addBlock(it.caller, 'Ada', { text: 'x' })).ok).toBe(true)
    expect(refused(await it.writes.addBlock(it.caller, 'Ada', { text: 'x' })).code).toBe('trail_full')
  })

  test('[D8.5] does not bound the person, who takes no room from programs', async () => {
    const it = await setUp(2)
    const person = { ...it.caller, tokenId: BROWSER }
    await fill({ ...it, caller: person }, 5)
    await fill(it, 2)
    expect(refused(await it.writes.addBlock(it.caller, 'Ada', { text: 'x' })).code).toBe('trail_full')
    const own = await it.writes.addBlock(person, 'Ada', { text: 'mine' })
    if (!own.ok) throw new Error('it was refused')
    expect((await it.changes.revert(it.caller.account, own.value.changeId!)).ok).toBe(false)
    expect(await it.changes.revertOwn(person, own.value.changeId!)).toMatchObject({ ok: true })
    expect(refused(await it.changes.revertOwn(person, own.value.changeId!))).toMatchObject({
      why: 'reverted',
    })
    const { changes } = (await it.changes.list('me', { limit: 9, offset: 0 })).value()
    expect(changes.map(({ via }) => via)).toEqual(['over the API', 'over the API'])
  })

  test('[D8.5] the latest edits of the person can be undone', async () => {
    const it = await setUp(1)
    const person = { ...it.caller, tokenId: BROWSER }
    const ids: string[] = []
    for (let n = 0; n <= LIMITS.undoableEdits; n++) {
      const done = await it.writes.addBlock(person, 'Ada', { text: `${n}` })
      if (done.ok) ids.push(done.value.changeId!)
    }
    expect(refused(await it.changes.revertOwn(person, ids[0]!)).code).toBe('not_found')
    expect((await it.changes.revertOwn(person, ids[1]!)).ok).toBe(true)
  })

  test('[D8.6] has room again for each change that the person keeps', async () => {
    const it = await setUp(2)
    await fill(it, 2)
    const { changes } = await it.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })
    it.clock.now += 1
    expect((await it.changes.keep('me', { ids: [changes[0]!.id, 'none'] })).value()).toEqual({
      ok: true,
      kept: 1,
    })
    expect((await it.changes.keep('me', { ids: [changes[0]!.id] })).value()).toEqual({ ok: true, kept: 0 })
    await fill(it, 1)
    expect(refused(await it.changes.revert(it.caller.account, changes[0]!.id))).toMatchObject({ why: 'kept' })
    expect((await it.changes.list('me', { limit: 9, offset: 1 })).value()).toMatchObject({
      changes: [{ state: 'kept', keptAt: it.clock.now }, { state: 'open' }],
      open: 2,
    })
  })

  test('of 0 is no limit', async () => {
    const it = await setUp(0)
    await fill(it, 20)
    expect(await it.graph.changes.countOpen(0)).toBe(20)
  })

  test('[D6.1] is needed by no write that changes nothing, and is reported after values and conflicts', async () => {
    const it = await setUp(1)
    await fill(it, 1)
    expect(await it.writes.setTask(it.caller, 'b1', { state: 'todo' })).toMatchObject({ ok: true })
    expect(await it.writes.createPage(it.caller, { name: 'ada' })).toMatchObject({ ok: true })
    expect(await it.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'glad' })).toMatchObject({
      ok: true,
    })
    expect(refused(await it.writes.addBlock(it.caller, 'Ada', { text: '' })).code).toBe('bad_request')
    expect(refused(await it.writes.setTask(it.caller, 'none', { state: 'done' })).code).toBe('not_found')
    const how = { ifMatch: '"old"' }
    expect(refused(await it.writes.setTask(it.caller, 'b1', { state: 'done' }, how)).code).toBe('conflict')
  })
})

describe('[limits] storage', () => {
  test('that is used up refuses what would grow it, and takes what does not', async () => {
    const it = await setUp(500)
    const used = await it.graph.storage.bytes()
    const caller = { ...it.caller, account: { ...it.caller.account, quota: used } }
    const full = { code: 'quota_full', quota: used }
    expect(refused(await it.writes.addBlock(caller, 'Ada', { text: 'x' }))).toEqual(full)
    expect(refused(await it.writes.createPage(caller, { name: 'x' }))).toEqual(full)
    expect(refused(await it.writes.updateBlock(caller, 'b1', { text: 'much more than tea' }))).toEqual(full)
    expect(refused(await it.writes.setProperty(caller, 'Ada', 'mood', { value: 'gladder' }))).toEqual(full)
    expect([await it.graph.storage.bytes(), await it.graph.changes.countOpen(0)]).toEqual([used, 0])
    for (const text of ['tee', 'te'])
      expect((await it.writes.updateBlock(caller, 'b1', { text })).ok).toBe(true)
    for (const state of ['todo', 'done', 'now'] as const)
      expect((await it.writes.setTask(caller, 'b1', { state })).ok).toBe(true)
    expect((await it.writes.setProperty(caller, 'Ada', 'mood', { value: null })).ok).toBe(true)
    const roomy = { ...caller, account: { ...caller.account, quota: used + 2_000 } }
    expect((await it.writes.addBlock(roomy, 'Ada', { text: 'x' })).ok).toBe(true)
  })

  test('[D6.1] is reported after a full list', async () => {
    const it = await setUp(1, 1)
    await fill({ ...it, caller: { ...it.caller, account: { ...it.caller.account, quota: 1e9 } } }, 1)
    expect(refused(await it.writes.addBlock(it.caller, 'Ada', { text: 'x' })).code).toBe('trail_full')
  })

  test('in words', () => {
    const message = (quota: number) => toErrorBody({ code: 'quota_full', quota }).error
    expect(message(LIMITS.storageBytes)).toBe(
      'Storage is full: this write would exceed the 10 GB of this account.',
    )
    expect(message(1.5 * 2 ** 30)).toContain('1.5 GB')
    expect(message(100)).toContain('100 bytes')
    expect(statusOf({ code: 'quota_full', quota: 1 })).toBe(507)
  })
})

describe('[D6.1] the callers that may write', () => {
  const CALLERS: [Partial<Caller>, status: number | undefined][] = [
    [{ scope: 'write', plan: 'active' }, undefined],
    [{ scope: 'read', plan: 'active' }, 403],
    [{ scope: 'write', plan: 'grace' }, 402],
    [{ scope: 'read', plan: 'grace' }, 403],
  ]
  test.each(CALLERS)('%j', async (who, status) => {
    const it = await setUp(500)
    const caller = { ...it.caller, ...who }
    const may = mayWrite(caller)
    expect(may.ok ? undefined : statusOf(may.refusal)).toBe(status)
    // Before any part of the request is checked.
    const result = await it.writes.setTask(caller, 'nobody', { state: 'done' })
    expect(statusOf(refused(result))).toBe(status ?? 404)
  })

  test('in words that say what to do', () => {
    expect(toErrorBody({ code: 'read_only_token' })).toEqual({
      error: 'This token is read-only.',
      code: 'read_only_token',
      hint: ERRORS.read_only_token.hint,
    })
    expect(toErrorBody({ code: 'payment_required', why: 'grace' }).error).toContain('30 days')
  })
})
