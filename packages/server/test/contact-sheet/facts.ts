/**
 * Facts for the real graph while the sheets are taken. A program edits a page, and two devices disagree. The owner publishes a
 * site, names a snapshot, creates a webhook and installs a plug-in. So the pages about these have something to show.
 */
import { makeBlock } from '@notegraph/graph'
import { operator } from '@notegraph/service'
import type { openStore } from '@notegraph/host'
import type { GraphStore } from '@notegraph/store'
import { publishManifest } from '../publish-manifest.ts'

type Opened = Pick<Awaited<ReturnType<typeof openStore>>, 'store' | 'blobs'>

/** The page that a program edits. It is on the site too. */
const EDITED = 'Queries'

/**
 * Adds the facts to an account.
 * @returns the pages that show them
 */
export async function addFacts(
  { store, blobs }: Opened,
  account: string,
  baseUrl: string,
): Promise<string[]> {
  const operators = operator(store, blobs, Date.now)
  const { session } = await operators.createSession(account, { device: 'Phone' })
  const { token } = await operators.createToken(account, { name: 'Reading list bot', scope: 'write' })
  const post = async (secret: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${baseUrl}/api/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${String(answer['error'])}`)
    return answer
  }
  for (const text of ['A query of queries', 'TODO Try the `between` operator'])
    await post(token, `notes/pages/${EDITED}/blocks`, { text })
  await addConflict(store.graph(account))
  await post(session, 'settings/snapshots', { name: 'Before the spring cleaning' })
  const site = { slug: account, title: 'A garden of notes', pages: [EDITED, 'Tasks'], start: EDITED }
  await post(session, 'settings/sites', site)
  const webhook = await post(session, 'settings/webhooks', { url: 'https://hook.example/notes', tag: 'work' })
  const { url, stop } = await publishManifest()
  const { version } = await post(session, 'settings/plugins/look', { url })
  const plugin = await post(session, 'settings/plugins', { url, version })
  stop()
  const page = await store.graph(account).pages.findByName(EDITED.toLowerCase())
  return [
    `/graph/page/history?id=${encodeURIComponent(page!.id)}`,
    `/settings/sites/site/${account}`,
    `/settings/webhooks/${String(webhook['id'])}`,
    `/settings/plugins/${String(plugin['id'])}`,
    `/p/${account}`,
    `/p/${account}/search?q=query`,
  ]
}

async function addConflict(graph: GraphStore): Promise<void> {
  const page = await graph.pages.findByName(EDITED.toLowerCase())
  const now = Date.now()
  const block = makeBlock({
    id: 'clash',
    content: 'The ferry leaves at nine, from the old quay.',
    rev: 'Laptop~1',
    pageId: page!.id,
    parentId: null,
    order: 0,
    now,
  })
  const version = {
    text: 'The ferry leaves at ten, from the new quay.',
    rev: 'Phone~1',
    at: now,
    device: 'Phone',
  }
  const by = { kind: 'device', id: 'phone', name: 'Phone', at: now } as const
  await graph.commits.commit({ puts: [{ record: { ...block, versions: [version] }, from: 0 }], by })
}
