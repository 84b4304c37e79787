/**
 * Durability of a server that is killed at any moment. Many writers write, `kill -9` ends the server, and after a
 * restart each unanswered write is sent again under its key. Afterwards each write exists once and is listed once, and
 * the store has no problems.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChangeList, PageAnswer } from '@notegraph/contract'
import { check, makeAccount, start, type Secrets, type Server } from './crash-server.ts'
import type { Ratio } from './measure.ts'
import { random } from './random.ts'

const ROUNDS = 100
const WRITERS = 8
/** The kill comes at a random moment within this many milliseconds of the first write. */
const LATEST = 400

/** A write, identical each time it is sent. */
interface Write {
  readonly key: string
  readonly text: string
}

export async function crashRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-crash-'))
  try {
    const secrets = await makeAccount(folder)
    const dice = random(Date.now())
    let whole = 0
    let writes = 0
    let unanswered = 0
    let server = await start(folder)
    for (let round = 0; round < ROUNDS; round++) {
      const page = `Round ${round}`
      await send(server.url, secrets, '/notes/pages', { name: page }, `page-${round}`)
      const sent = writeUntilDeath(server, secrets, page)
      await wait(dice.below(LATEST))
      await server.kill()
      const { answered, lost } = await sent
      server = await start(folder)
      for (const write of lost) await add(server.url, secrets, page, write)
      const all = [...answered, ...lost]
      if (await isWhole(server.url, secrets, page, all)) whole++
      else console.error(`crash: round ${round} lost or doubled a write`)
      writes += all.length
      unanswered += lost.length
    }
    await server.kill()
    const problems = await check(folder)
    for (const problem of problems) console.error(`crash: ${problem}`)
    return [
      {
        name: 'kill -9 in the middle of writing',
        of: 'rounds after which each write is there once and listed once',
        to: `${ROUNDS} rounds`,
        ratio: problems.length > 0 ? 0 : whole / ROUNDS,
        target: 1,
        notes: `${writes} writes, ${unanswered} of them cut off and sent again; the store is whole at the end.`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Several writers, each with one write after the other, until the server is killed. */
async function writeUntilDeath(
  { url }: Server,
  secrets: Secrets,
  page: string,
): Promise<{ answered: Write[]; lost: Write[] }> {
  const answered: Write[] = []
  const lost: Write[] = []
  const writer = async (name: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const text = `${page}, writer ${name}, line ${n}`
      const write = { key: text.replaceAll(/\W+/g, '-'), text }
      const done = await add(url, secrets, page, write).then(
        () => true,
        (error: unknown) => {
          // fetch throws a TypeError if the server is gone; any other error is a fault of the server.
          if (error instanceof TypeError) return false
          throw error
        },
      )
      if (!done) return void lost.push(write)
      answered.push(write)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, name) => writer(name)))
  return { answered, lost }
}

const add = (url: string, secrets: Secrets, page: string, { key, text }: Write): Promise<unknown> =>
  send(url, secrets, `/notes/pages/${encodeURIComponent(page)}/blocks`, { text }, key)

async function send(
  url: string,
  { token }: Secrets,
  path: string,
  body: unknown,
  key: string,
): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

/** Whether the page has each write exactly once, and the change list has each once. */
async function isWhole(
  url: string,
  secrets: Secrets,
  page: string,
  writes: readonly Write[],
): Promise<boolean> {
  const name = encodeURIComponent(page)
  const texts: string[] = []
  for (let offset: number | null = 0; offset !== null;) {
    const answer: PageAnswer = await get(url, secrets.token, `/notes/pages/${name}?offset=${offset}`)
    texts.push(...answer.blocks.map((block) => block.content))
    offset = answer.next
  }
  const listed = await get<ChangeList>(url, secrets.session, `/settings/changes?page=${name}&limit=1`)
  const expected = writes.map(({ text }) => text).toSorted()
  return (
    listed.total === writes.length + 1 && // plus the creation of the page
    texts.length === expected.length &&
    texts.toSorted().every((text, n) => text === expected[n])
  )
}

async function get<T>(url: string, secret: string, path: string): Promise<T> {
  const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${secret}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
