/** Everything that a server shows of the writes of the load, to each kind of reader. */
import { changesClient, every, filesClient, notesClient } from '@notegraph/client'
import { fetchTransport } from '@notegraph/sync'
import { fetchFrom } from './fetch-from.ts'
import { fetchUntil, PAGE } from './send.ts'
import type { Secrets } from './site.ts'
import type { Write } from './write.ts'

/** The address of the device that looks: those of the load use up the rate of theirs. */
const OBSERVER = 254

export interface Seen {
  /** The texts of the page's blocks. */
  readonly page: readonly string[]
  /** The texts of the page's live blocks that a new device gets. */
  readonly device: readonly string[]
  /** The texts of new blocks in each entry of the list of changes. */
  readonly changes: readonly (readonly string[])[]
  /** The content of each file of the writes that can be read, by its id. */
  readonly files: ReadonlyMap<string, string>
}

/** The words of a block before its link to a file, which each kind of reader sees in another form. */
const wordsOf = (text: string): string => text.split(' [', 1)[0]!

/** @param writes the writes with the files to read */
export async function look(
  baseUrl: string,
  { token, session }: Secrets,
  writes: readonly Write[],
): Promise<Seen> {
  const notes = notesClient({ url: baseUrl, token })
  const list = changesClient({ url: baseUrl, token: session })
  const blocks = every((offset) => notes.readPage(PAGE, { offset }), 'blocks')
  const changes = every((offset) => list.list({ page: PAGE, touched: true, offset }), 'changes')
  const { page } = await notes.readPage(PAGE, { limit: 1 })
  return {
    page: await Array.fromAsync(blocks, ({ content }) => wordsOf(content)),
    device: await pullAll(baseUrl, session, page.id),
    changes: await Array.fromAsync(changes, ({ touched = [] }) =>
      touched.flatMap(({ kind, after }) => (kind === 'block' && after !== undefined ? [wordsOf(after)] : [])),
    ),
    files: await readFiles(baseUrl, session, writes),
  }
}

/** A file that is lost or cannot be read is left out. */
async function readFiles(
  baseUrl: string,
  token: string,
  writes: readonly Write[],
): Promise<Map<string, string>> {
  const files = filesClient({
    url: baseUrl,
    token,
    retries: 0,
    fetch: fetchUntil(new AbortController().signal),
  })
  const found = new Map<string, string>()
  for (const { file } of writes) {
    if (!file) continue
    const content = await files
      .read(file.id)
      .then(async (download) => new TextDecoder().decode(await download.bytes()))
      .catch(() => undefined)
    if (content !== undefined) found.set(file.id, content)
  }
  return found
}

async function pullAll(url: string, session: string, pageId: string): Promise<string[]> {
  const device = fetchTransport({ url, token: session, fetch: fetchFrom(OBSERVER) })
  const texts: string[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const reply = await device.pull(cursor)
    if (!reply.ok) throw new Error(`A pull was refused: ${reply.error.error}`)
    for (const record of reply.value.records)
      if (record.kind === 'block' && record.deleted === undefined && record.place.pageId === pageId)
        texts.push(wordsOf(record.words.text))
    ;({ cursor, more } = reply.value)
  }
  return texts
}
