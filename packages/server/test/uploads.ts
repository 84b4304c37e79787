/** Uploads of files by a device. */
import type { Api, Call, Reply } from './api.ts'

/** The target of an upload with a name. */
export const UPLOAD = '/api/files?name=map.png'
/** Headers of an upload. */
export const PNG = { 'Content-Type': 'image/png' }

/** The token of a new device session. */
export const sessionOf = async (api: Api, account = 'me'): Promise<string> =>
  (await api.operators.createSession(account, { device: 'phone' })).session

/** Uploads a file. */
export const upload = (
  api: Api,
  session: string | null,
  body: string,
  call: Call = {},
  target = UPLOAD,
): Promise<Reply> => api.call(target, { method: 'POST', token: session, body, headers: PNG, ...call })
