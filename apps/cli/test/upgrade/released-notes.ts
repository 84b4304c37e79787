/**
 * Notes that a released server wrote, and everything that it said of them. Both sides use only the HTTP API, so any release
 * can write them, and any later one must give the same answers.
 */
import type { Reply, Send } from './server-requests.ts'

export interface Access {
  readonly token: string
  readonly session: string
}

/** Notes that a release wrote, with its answers. */
export interface ReleasedNotes extends Access {
  /** The address of the server, which texts of files contain. */
  readonly baseUrl: string
  /** When it was written, in milliseconds since 1970: lists of changes and states end some time after that. */
  readonly at: number
  /** The answers by their paths. */
  readonly answers: Readonly<Record<string, unknown>>
}

const NOTES = '/api/v1/notes'
const SETTINGS = '/api/v1/settings'
const PICTURE = new Blob(['\u0089PNG, or what the server takes for it'], { type: 'image/png' })

/** Writes notes of each kind. */
export async function writeNotes(send: Send, { token, session }: Access): Promise<void> {
  const write = async (method: string, target: string, body?: unknown, auth = token): Promise<Reply> => {
    const reply = await send(method, target, { auth, ...(body !== undefined && { body }) })
    if (reply.status >= 300)
      throw new Error(`${method} ${target} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply
  }
  const add = async (page: string, text: string, more: object = {}): Promise<string> => {
    const { body } = await write('POST', `${NOTES}/pages/${encodeURIComponent(page)}/blocks`, {
      text,
      ...more,
    })
    return (body as { ids: { blockId: string } }).ids.blockId
  }
  await write('POST', `${NOTES}/pages`, { name: 'Harbour' })
  const top = await add('Harbour', 'TODO paint the [[Boat]] #spring')
  await add('Harbour', 'with 船底塗料, **thick**', { parentId: top })
  await add('Harbour', `see ((${top})) and [[Ada Lovelace]]`)
  await write('PATCH', `${NOTES}/blocks/${top}`, { text: 'TODO paint the [[Boat]] twice #spring' })
  await write('PATCH', `${NOTES}/pages/Harbour/properties/depth`, { value: '4 m' })
  const old = await add('2026-11-02', 'DOING a day of the past')
  await write('PATCH', `${NOTES}/blocks/${old}`, { text: 'DOING a day of the past, and longer' })
  await write('POST', `${NOTES}/tasks/${top}`, { state: 'done' })

  // A reverted addition is a deletion.
  await add('Harbour', 'a line that goes away')
  const list = await write('GET', `${SETTINGS}/changes`, undefined, session)
  const [last] = (list.body as { changes: { id: string }[] }).changes
  await write('POST', `${SETTINGS}/changes/${last!.id}/revert`, undefined, session)
  await write('POST', '/api/files?name=boat.png', PICTURE, session)
  await write('POST', `${SETTINGS}/snapshots`, { name: 'Before winter' }, session)
  await add('Harbour', 'after the snapshot')
  // From here on, the token may not write to the page: it has no right to publish.
  await write('POST', `${SETTINGS}/shares`, { page: 'Harbour', quotes: false }, session)
  await write('POST', `${SETTINGS}/sites`, { slug: 'harbour', title: 'Harbour', tag: 'spring' }, session)
  const hook = await write('POST', `${SETTINGS}/webhooks`, { url: 'https://hooks.example/notes' }, session)
  const { id } = hook.body as { id: string }
  // Nobody listens there, so the server would note failures.
  await write('PATCH', `${SETTINGS}/webhooks/${id}`, { on: false }, session)
}

/** Members that each use changes, or that only say the time. */
const VOLATILE = new Set(['lastUsedAt', 'lastSeenAt', 'lastSyncAt', 'now'])

/** @returns the answer to a GET without what each use changes */
export async function readAnswer(send: Send, { token, session }: Access, target: string): Promise<unknown> {
  const { status, body } = await send('GET', target, { auth: target.startsWith(NOTES) ? token : session })
  if (status !== 200) throw new Error(`${target} answered ${status}: ${JSON.stringify(body)}`)
  return JSON.parse(JSON.stringify(body, (key, value: unknown) => (VOLATILE.has(key) ? undefined : value)))
}

/** @returns each answer of a release, by its path */
export async function readNotes(send: Send, access: Access): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  const read = async (target: string): Promise<Record<string, unknown>[]> => {
    const answer = await readAnswer(send, access, target)
    answers[target] = answer
    return Object.values(answer as object).find(Array.isArray) ?? []
  }
  for (const { id, name } of await read(`${NOTES}/pages?limit=100`)) {
    await read(`${NOTES}/pages/${encodeURIComponent(String(name))}`)
    for (const { seq } of await read(`${SETTINGS}/pages/${String(id)}/history`))
      await read(`${SETTINGS}/pages/${String(id)}/history/${String(seq)}`)
  }
  for (const path of ['days/2026-11-02', 'tasks', 'types', 'search?q=paint', 'search?q=%E8%88%B9', 'changes'])
    await read(`${NOTES}/${path}`)
  for (const path of ['tokens', 'devices', 'storage/files', 'snapshots', 'shares', 'sites', 'webhooks'])
    await read(`${SETTINGS}/${path}`)
  for (const { id } of await read(`${SETTINGS}/changes`)) await read(`${SETTINGS}/changes/${String(id)}`)
  await read('/api/sync/conflicts')
  await read('/api/sync')
  return answers
}
