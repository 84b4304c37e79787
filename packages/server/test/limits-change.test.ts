/**
 * [limits] Changing a limit takes one line of the contract: schemas, messages, the description and behavior follow.
 *
 * @module-tag both-stores
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LIMITS } from '@notegraph/contract'
import type * as Service from '@notegraph/service'
import type * as Helpers from './api.ts'

const CHANGED_LIMITS = '?limits=changed'

/** Each differs from every other number that the service uses. */
const CHANGED = {
  bodyBytes: 3 * 1_024,
  blockText: 1_003,
  pageName: 57,
  propertyKey: 41,
  propertyValue: 107,
  newPageProperties: 3,
  newPageBlocks: 4,
  setProperties: 5,
  listMost: 977,
  listDefault: 961,
  searchDefault: 953,
  tasksDefault: 947,
  changesDefault: 941,
  queryCharacters: 307,
  idempotencyKey: 83,
  keptHours: 17,
  formerSecretHours: 19,
  changeDays: 37,
  graceDays: 43,
  unusedFileDays: 47,
  auditDays: 53,
  historyDays: 61,
  browserDays: 59,
  tokens: 67,
  tokenName: 71,
  openDevices: 73,
  changesAtOnce: 79,
  signInLinkMinutes: 89,
  wrongCodesPerAddress: 103,
  digestLinkHours: 101,
  mcpAnswer: 97_003,
} satisfies { [K in keyof typeof LIMITS]?: number }

const { href: LIMITS_MODULE } = new URL('limits.ts', import.meta.resolve('@notegraph/contract'))
const PACKAGES = new URL('../../', import.meta.url).href

/** Loads the packages once more, with the changed limits: under other addresses than those of other tests. */
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const isOurs = found.url.startsWith(PACKAGES) && !found.url.includes('/node_modules/')
    return isOurs && context.parentURL?.endsWith(CHANGED_LIMITS)
      ? { ...found, url: found.url + CHANGED_LIMITS }
      : found
  },
  load(url, context, next) {
    if (url !== LIMITS_MODULE + CHANGED_LIMITS) return next(url, context)
    const source = readFileSync(new URL(LIMITS_MODULE), 'utf8')
    const changed = `${source}\nObject.assign(LIMITS, ${JSON.stringify(CHANGED)})`
    return { format: 'module-typescript', source: changed, shortCircuit: true }
  },
})

let api: Helpers.Api
let documents: string
let faults: string

beforeAll(async () => {
  const { openApi } = (await import(`./api.ts${CHANGED_LIMITS}`)) as typeof Helpers
  api = await openApi()
  const texts = await Promise.all(
    ['/api/v1/openapi.json', '/api/v1/settings/openapi.json'].map((path) => api.call(path, { token: null })),
  )
  documents = texts.map(({ text }) => text).join('\n')
  const service = import.meta.resolve('@notegraph/service') + CHANGED_LIMITS
  const { SIGN_IN_FAULTS } = (await import(service)) as typeof Service
  faults = JSON.stringify(SIGN_IN_FAULTS)
})
afterAll(() => hooks.deregister())

describe('the two descriptions', () => {
  test.each<[limit: keyof typeof CHANGED, words: string]>([
    ['bodyBytes', '3 KB (3,072 bytes)'],
    ['bodyBytes', 'Send at most 3 KB.'],
    ['blockText', '"maxLength":1003'],
    ['pageName', '57 characters'],
    ['propertyKey', 'up to 41 characters'],
    ['propertyValue', '107 characters'],
    ['newPageProperties', '3 properties and 4 blocks'],
    ['setProperties', '5 in a call'],
    ['listMost', '"maximum":977'],
    ['listMost', 'from 1 to 977'],
    ['listDefault', '"default":961'],
    ['searchDefault', '"default":953'],
    ['tasksDefault', '"default":947'],
    ['changesDefault', 'at most 941 changes'],
    ['queryCharacters', '307 characters'],
    ['idempotencyKey', '83 visible ASCII characters'],
    ['keptHours', 'kept for 17 hours'],
    ['keptHours', 'For 17 hours, the same request with the same key'],
    ['formerSecretHours', 'For 19 hours, messages have a signature'],
    ['changeDays', 'shows each write for 37 days'],
    ['changeDays', 'wait for them to pass 37 days'],
    ['changeDays', '`expired` after 37 days'],
    ['graceDays', 'the 43 days of grace'],
    ['unusedFileDays', 'unused files are deleted after 47 days'],
    ['auditDays', 'The list keeps 53 days'],
    ['historyDays', 'keeps earlier states for 61 days'],
    ['tokens', '67 active tokens'],
    ['tokenName', 'up to 71 characters'],
    ['changesAtOnce', 'up to 79 changes'],
    ['mcpAnswer', '97,003 characters'],
  ])('%s is in them as %j', (_, words) => expect(documents.includes(words)).toBe(true))

  test.each([
    /\b64 KB\b/,
    /65,?536 bytes/,
    /\b24 hours\b/,
    /\b(?:30|90) days\b/,
    /from 1 to 1,?000\b/,
    /\b100 tokens\b/,
    /"maxLength":20000\b/,
  ])('no words of before are left: %s', (words) => expect(documents.match(words)?.[0]).toBe(undefined))

  test('words of signing in follow as well', () => {
    expect(faults).toContain('103 in an hour')
  })
})

const text = (length: number): string => 'x'.repeat(length)
const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))

describe('the limits of the service', () => {
  test.each<[limit: keyof typeof CHANGED, send: () => Promise<Helpers.Reply>, status: number, words: string]>(
    [
      ['bodyBytes', () => api.post('/pages', { name: text(3_100) }), 413, '3072 bytes'],
      ['blockText', () => api.post('/pages/today/blocks', { text: text(1_004) }), 400, '1003'],
      ['blockText', () => api.post('/pages/today/blocks', { text: text(1_003) }), 200, ''],
      ['pageName', () => api.post('/pages', { name: text(58) }), 400, '57'],
      ['pageName', () => api.post('/pages', { name: text(57) }), 200, ''],
      ['newPageBlocks', () => api.post('/pages', { name: 'Five', blocks: Array(5).fill('x') }), 400, '4'],
      ['newPageProperties', () => api.post('/pages', { name: 'Four', properties: properties(4) }), 400, '3'],
      ['setProperties', () => api.patch('/pages/Plans/properties', { properties: properties(6) }), 400, '5'],
      ['propertyValue', () => api.patch('/pages/Plans/properties/note', { value: text(108) }), 400, '107'],
      ['listMost', () => api.get('/pages?limit=978'), 400, 'from 1 to 977'],
      ['queryCharacters', () => api.get(`/search?q=${text(308)}`), 400, '307'],
    ],
  )('%s: %#', async (_, send, status, words) => {
    const { status: got, text: answer } = await send()
    expect([got, answer]).toEqual([status, expect.stringContaining(words)])
  })

  test('keptHours: an answer is given again within 17 hours, and no later', async () => {
    const body = JSON.stringify({ text: 'once' })
    const send = async (): Promise<string | null> => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'the-same' }
      const { headers: got } = await api.call('/api/v1/notes/pages/Plans/blocks', {
        method: 'POST',
        headers,
        body,
      })
      return got.get('idempotency-replayed')
    }
    const start = api.clock.now
    expect(await send()).toBe(null)
    api.clock.now = start + 16.9 * 3_600_000
    expect(await send()).toBe('true')
    api.clock.now = start + 17.1 * 3_600_000
    expect(await send()).toBe(null)
  })

  test('graceDays: an account whose plan ended reads for 43 days', async () => {
    const { now } = api.clock
    const readAfter = async (days: number): Promise<number> => {
      await api.operators.setAccount('me', { plan: 'grace', endedAt: now - days * 86_400_000 })
      return (await api.get('/pages')).status
    }
    expect([await readAfter(42), await readAfter(44)]).toEqual([200, 402])
  })
})
