/** Tests of published sites for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account, Site, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
const other: Account = { ...account, id: 'two', plan: 'grace', endedAt: T0 + 3, zone: 'Asia/Tokyo' }
const site: Site = {
  slug: 'garden',
  accountId: 'one',
  title: 'Garden',
  rule: { pages: ['p1', 'p2'], tag: 'plant', query: '#a', journals: true, except: 'mine', start: 'p1' },
  createdAt: T0,
}
const MOST = { open: 10, closed: 10 }

/**
 * Test published sites.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   sitesContract(async () => openMyStore())
 * })
 */
export function sitesContract(open: () => Promise<Store>): void {
  let store: Store
  let sites: Store['sites']
  beforeEach(async () => {
    store = await open()
    sites = store.sites
    await store.accounts.create(account)
    await store.accounts.create(other)
  })
  afterEach(() => store.close())

  const slugs = async (of = 'one') => (await sites.list(of)).map(({ slug }) => slug)

  test('[S3] a site is stored, found with its account, and listed oldest first', async () => {
    const second: Site = { ...site, slug: 'b', accountId: 'two', rule: { pages: [], journals: false } }
    expect(await sites.create({ ...site, slug: 'a', createdAt: T0 + 1 }, MOST)).toBe('created')
    expect(await sites.create(site, MOST)).toBe('created')
    expect(await sites.create(second, MOST)).toBe('created')
    expect(await sites.find('b')).toEqual({ site: second, account: { ...other, isPublic: true } })
    expect(await sites.find('c')).toBeUndefined()
    expect(await sites.list('one')).toEqual([site, { ...site, slug: 'a', createdAt: T0 + 1 }])
    expect(await sites.create({ ...site, slug: 'd', accountId: 'nobody' }, MOST)).toBe('full')
  })

  test('[S3] a slug belongs to one site, and after its end to the same account', async () => {
    await sites.create(site, MOST)
    expect(await sites.create(site, MOST)).toBe('taken')
    await sites.end('one', 'garden', T0 + 1)
    expect(await sites.create({ ...site, accountId: 'two' }, MOST)).toBe('taken')
    const again: Site = { ...site, title: 'New', rule: { pages: [], journals: false }, createdAt: T0 + 2 }
    expect(await sites.create(again, MOST)).toBe('created')
    expect((await sites.find('garden'))?.site).toEqual(again)
  })

  test('[S6] an account has a limited number of open sites; ended ones make room', async () => {
    const most = { open: 2, closed: 10 }
    for (const slug of ['a', 'b']) expect(await sites.create({ ...site, slug }, most)).toBe('created')
    expect(await sites.create({ ...site, slug: 'c' }, most)).toBe('full')
    await sites.end('one', 'a', T0 + 1)
    expect(await sites.create({ ...site, slug: 'c' }, most)).toBe('created')
    expect(await slugs()).toEqual(['a', 'b', 'c'])
  })

  test('ended sites are kept up to a number, the last ended longest', async () => {
    for (const [n, slug] of ['b', 'a'].entries())
      await sites.create({ ...site, slug, createdAt: T0 + n }, MOST)
    for (const [n, slug] of ['a', 'b'].entries()) await sites.end('one', slug, T0 + 10 + n)
    await sites.create({ ...site, slug: 'c', createdAt: T0 + 20 }, { open: 10, closed: 1 })
    expect(await slugs()).toEqual(['b', 'c'])
  })

  test('[S3] the state of a site is stored with it, replaced, and deleted at its end', async () => {
    const state = JSON.stringify(['a \0 and \ud800'])
    expect(await sites.create({ ...site, publishedAt: T0 + 1 }, MOST, state)).toBe('created')
    expect((await sites.find('garden'))?.site).toEqual({ ...site, publishedAt: T0 + 1 })
    expect(await sites.findPublication('garden')).toBe(state)
    expect(await sites.update({ ...site, publishedAt: T0 + 2 }, '["b"]')).toBe(true)
    expect(await sites.list('one')).toEqual([{ ...site, publishedAt: T0 + 2 }])
    expect(await sites.findPublication('garden')).toBe('["b"]')
    await sites.end('one', 'garden', T0 + 3)
    expect(await sites.findPublication('garden')).toBeUndefined()
    await sites.create({ ...site, publishedAt: T0 + 4 }, MOST, '["c"]')
    expect(await sites.findPublication('garden')).toBe('["c"]')
    expect(await sites.update(site)).toBe(true)
    expect((await sites.find('garden'))?.site).toEqual(site)
    expect(await sites.findPublication('garden')).toBeUndefined()
    expect(await sites.findPublication('meadow')).toBeUndefined()
  })

  test('[S9] addresses are replaced if they are still the same, and outlive the end of a site', async () => {
    await sites.create(site, MOST)
    expect(await sites.findAddresses('garden')).toBeUndefined()
    expect(await sites.keepAddresses('one', 'garden', undefined, '["é"]')).toBe(true)
    expect(await sites.keepAddresses('one', 'garden', undefined, '["b"]')).toBe(false)
    expect(await sites.keepAddresses('two', 'garden', '["é"]', '["b"]')).toBe(false)
    expect(await sites.keepAddresses('one', 'meadow', undefined, '["b"]')).toBe(false)
    await sites.update({ ...site, title: 'New' })
    await sites.end('one', 'garden', T0 + 1)
    await sites.create({ ...site, createdAt: T0 + 2 }, MOST)
    expect(await sites.findAddresses('garden')).toBe('["é"]')
    expect(await sites.keepAddresses('one', 'garden', '["é"]', '["b"]')).toBe(true)
    expect(await sites.findAddresses('garden')).toBe('["b"]')
    expect(await sites.findAddresses('meadow')).toBeUndefined()
  })

  test('[A10.3] a rule is replaced if it is still the same, also that of an ended site', async () => {
    await sites.create({ ...site, publishedAt: T0 }, MOST, '["a"]')
    const to = { ...site.rule, meant: { plant: 'p1' } }
    expect(await sites.keepRule('two', 'garden', site.rule, to)).toBe(false)
    expect(await sites.keepRule('one', 'meadow', site.rule, to)).toBe(false)
    expect(await sites.keepRule('one', 'garden', site.rule, to)).toBe(true)
    expect(await sites.keepRule('one', 'garden', site.rule, site.rule)).toBe(false)
    expect((await sites.find('garden'))?.site).toEqual({ ...site, publishedAt: T0, rule: to })
    expect(await sites.findPublication('garden')).toBe('["a"]')
    await sites.end('one', 'garden', T0 + 1)
    expect(await sites.keepRule('one', 'garden', to, site.rule)).toBe(true)
    expect((await sites.find('garden'))?.site.rule).toEqual(site.rule)
  })

  test('a site changes until it ends, for its own account alone', async () => {
    await sites.create(site, MOST)
    const changed: Site = { ...site, title: 'Plants', rule: { pages: ['p3'], journals: false } }
    expect(await sites.update({ ...changed, accountId: 'two' })).toBe(false)
    expect(await sites.update(changed)).toBe(true)
    expect((await sites.find('garden'))?.site).toEqual(changed)
    await sites.end('one', 'garden', T0 + 1)
    expect(await sites.update(site)).toBe(false)
  })

  test('a site ends once, by its own account alone', async () => {
    await sites.create(site, MOST)
    expect(await sites.end('two', 'garden', T0 + 1)).toBeUndefined()
    expect(await sites.end('one', 'garden', T0 + 2)).toEqual({ ...site, endedAt: T0 + 2 })
    expect(await sites.end('one', 'garden', T0 + 3)).toEqual({ ...site, endedAt: T0 + 2 })
    expect(await sites.end('one', 'meadow', T0 + 3)).toBeUndefined()
  })

  test('removing an account removes its sites, and no other', async () => {
    await sites.create(site, MOST)
    await sites.create({ ...site, slug: 'b', accountId: 'two' }, MOST)
    await store.accounts.remove('one')
    expect(await sites.find('garden')).toBeUndefined()
    expect((await sites.find('b'))?.site.accountId).toBe('two')
  })
}
