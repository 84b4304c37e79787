/** The change list of an account and its revert, with a device session. */
import { openApi, type Api, type ApiOptions, type Call, type Reply } from './api.ts'

export const CHANGES = '/api/v1/settings/changes'

export interface ChangesApi extends Api {
  readonly session: string
  list(query?: string, call?: Call): Promise<Reply>
  revert(id: string, call?: Call): Promise<Reply>
  /** The newest change. */
  latest(): Promise<Record<string, unknown> & { id: string }>
}

export async function openChanges(options: ApiOptions = {}): Promise<ChangesApi> {
  const api = await openApi(options)
  const { session } = await api.operators.createSession('me', { device: 'Phone' })
  const list: ChangesApi['list'] = (query = '', call = {}) =>
    api.call(`${CHANGES}${query}`, { token: session, ...call })
  return {
    ...api,
    session,
    list,
    revert: (id, call = {}) =>
      api.call(`${CHANGES}/${id}/revert`, { method: 'POST', token: session, ...call }),
    latest: async () => (await list()).body['changes'][0],
  }
}

export /** Each write, its entry in the list, and the route that reads the result. */
const WRITES = [
  ['add_block', 'post', '/pages/Long/blocks', { text: 'new' }, 'Long', '/pages/Long'],
  ['create_page', 'post', '/pages', { name: 'New', blocks: ['a', 'b'] }, 'New', '/pages/New'],
  ['set_task', 'post', '/tasks/late', { state: 'done' }, 'Plans', '/blocks/late'],
  ['update_block', 'patch', '/blocks/late', { text: 'other' }, 'Plans', '/blocks/late'],
  ['add_outline', 'post', '/pages/Long/outline', { text: '- a\n  - b' }, 'Long', '/pages/Long'],
  [
    'set_block_properties',
    'patch',
    '/blocks/late/properties',
    { properties: { mood: 'calm' } },
    'Plans',
    '/blocks/late',
  ],
  ['set_property', 'patch', '/pages/Long/properties/mood', { value: 'calm' }, 'Long', '/pages/Long'],
  [
    'set_properties',
    'patch',
    '/pages/Countess/properties',
    { properties: { birthday: null, mood: 'calm' } },
    'Ada Lovelace',
    '/pages/Countess',
  ],
] as const
