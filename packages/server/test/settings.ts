/** Calls of one list of the settings with the session of a device, for the tests of a file. */
import { beforeEach } from 'vitest'
import { openApi, type Api, type Call, type Reply } from './api.ts'

/** The calls, with an empty service and a new session for each test. */
export interface Settings {
  readonly api: Api
  readonly session: string
  readonly list: (query?: string, call?: Call) => Promise<Reply>
  /** @param body text as it is, and anything else as JSON */
  readonly send: (method: string, path: string, body: unknown, call?: Call) => Promise<Reply>
  /** As the person does on the page of the device. */
  readonly confirm: () => Promise<void>
  /** Without a body. */
  readonly post: (path: string, call?: Call) => Promise<Reply>
}

/** @param root the path of the list */
export function useSettings(root: string): Settings {
  let api: Api
  let session: string
  beforeEach(async () => {
    api = await openApi()
    ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
  })
  const ask = async (path: string, call: Call) => api.call(root + path, { token: session, ...call })
  return {
    get api() {
      return api
    },
    get session() {
      return session
    },
    confirm: async () => {
      const [phone] = await api.store.sessions.list('me')
      await api.store.sessions.confirm('me', phone!.id, api.clock.now)
    },
    list: async (query = '', call = {}) => ask(query, call),
    send: async (method, path, body, call = {}) =>
      ask(path, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...call,
      }),
    post: async (path, call = {}) => ask(path, { method: 'POST', ...call }),
  }
}

/** The status and the message of a refusal. */
export const says = ({ status, body }: Reply): unknown[] => [status, body['error']]

/** The status of a page for a reader. */
export async function statusOf({ app }: Pick<Api, 'app'>, target: string): Promise<number> {
  const env = { incoming: { url: target, socket: { remoteAddress: '192.0.2.7' } } }
  return (await app.request(`http://notes.example${target}`, {}, env)).status
}
