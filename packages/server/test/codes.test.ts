/** [errors] Every error code with its status, each from a request that causes it. */
import { ERROR_CODES, ERRORS, type ErrorCode } from '@notegraph/contract'
import { StoreUnavailable, type Store } from '@notegraph/store'
import { expect, test } from 'vitest'
import { openApi, type Api, type ApiOptions, type Reply } from './api.ts'
import { NOON } from './notes.ts'
import { cookieHeaders, signedIn } from './web-browser.ts'

/** A request for each code. */
const EARNED: {
  readonly [C in ErrorCode]: {
    readonly options?: ApiOptions
    readonly ask: (api: Api) => Promise<Reply>
  }
} = {
  bad_request: { ask: (api) => api.get('/tasks?limit=0') },
  unauthorized: { ask: (api) => api.get('/tasks', { token: null }) },
  payment_required: {
    ask: async (api) => {
      await api.operators.setAccount('me', { plan: 'grace', endedAt: NOON })
      return api.post('/tasks/late', { state: 'done' })
    },
  },
  forbidden: {
    ask: async (api) => {
      await api.operators.setAccount('me', { allowed: false })
      return api.get('/tasks')
    },
  },
  read_only_token: {
    ask: async (api) => {
      const { token } = await api.operators.createToken('me', { name: 'Reader', scope: 'read' })
      return api.post('/tasks/late', { state: 'done' }, { token })
    },
  },
  missing_right: {
    options: { may: [] },
    ask: async (api) => {
      const { session } = await api.operators.createSession('me', { device: 'Phone' })
      await api.call('/api/v1/settings/sites', {
        method: 'POST',
        token: session,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ slug: 'trip', title: 'Trip', tag: 'trip' }),
      })
      return api.post('/pages', { name: 'Diary', properties: { tags: 'trip' } })
    },
  },
  other_account: {
    ask: async (api) => {
      const headers = cookieHeaders(await signedIn(api), { account: 'you', device: 'any' })
      return api.call('/api/sync', { token: null, headers })
    },
  },
  not_found: { ask: (api) => api.get('/pages/Nobody') },
  method_not_allowed: { ask: (api) => api.get('/tasks', { method: 'DELETE' }) },
  conflict: { ask: (api) => api.post('/tasks/late', { state: 'done' }, { headers: { 'If-Match': '"x"' } }) },
  too_large: { ask: (api) => api.post('/tasks/late', { state: 'x'.repeat(65_536) }) },
  rate_limited: { options: { rates: { requestsPerAddress: 1 } }, ask: twice },
  trail_full: { options: { rates: { revertibleChanges: 1 } }, ask: twice },
  quota_full: {
    ask: async (api) => {
      await api.operators.setAccount('me', { quota: 1 })
      return api.post('/pages', { name: 'New' })
    },
  },
  unavailable: { options: { wrap: away }, ask: (api) => api.post('/pages', { name: 'New' }) },
  internal: { options: { wrap: broken }, ask: (api) => api.post('/pages', { name: 'New' }) },
}

async function twice(api: Api): Promise<Reply> {
  await api.post('/tasks/late', { state: 'doing' })
  return api.post('/tasks/late', { state: 'done' })
}

function away(store: Store): Store {
  return {
    ...store,
    graph: () => {
      throw new StoreUnavailable()
    },
  }
}

function broken(store: Store): Store {
  return {
    ...store,
    graph: () => {
      throw new Error('gone')
    },
  }
}

test.each(ERROR_CODES)('[errors] %s', async (code) => {
  const { options = {}, ask } = EARNED[code]
  const { status, body } = await ask(await openApi(options))
  expect([status, body['code'], body['hint']]).toEqual([ERRORS[code].status, code, ERRORS[code].hint])
})

/** Codes with a different message each time. */
const OWN_WORDS: ReadonlySet<string> = new Set(['bad_request', 'conflict', 'payment_required', 'quota_full'])

test.each(Object.entries(EARNED).filter(([code]) => !OWN_WORDS.has(code)))(
  "[14] the example of %s is in the service's own words",
  async (code, earned) => {
    const { body } = await earned.ask(await openApi(earned.options))
    const shape = (words: string) => words.replaceAll(/"[^"]*"|\d+/g, '…')
    expect(shape(ERRORS[code as ErrorCode].example)).toBe(shape(body['error']))
  },
)
