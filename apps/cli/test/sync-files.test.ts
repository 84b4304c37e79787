/**
 * [D9.12] Files of a folder that syncs, over a network that refuses some of them: a proxy in front of a real server.
 *
 * @module-tag process
 */
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { folderAt, startSynced, type Synced, type SyncedFolder } from './synced.ts'

/** Answers in place of the server. @returns whether it did */
type Fault = (asked: IncomingMessage, answer: ServerResponse) => boolean

let server: Synced
let proxy: Server
let fault: Fault = () => false
let a: SyncedFolder
let made = 0

beforeAll(async () => {
  server = await startSynced()
  a = await server.folder('a')
  proxy = createServer((asked, answer) => {
    if (fault(asked, answer)) return void asked.resume()
    const { method, headers, url } = asked
    const onward = request(`${server.url}${url}`, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await server.stop()
})
beforeEach(() => {
  fault = () => false
})

/** A new folder behind the proxy. */
async function behind(): Promise<SyncedFolder> {
  const { at, session } = await server.folder(`behind-${++made}`)
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return folderAt(at, session, (key) => ({ ...server.env(key), NOTEGRAPH_BASE_URL: url }))
}

/** Uploads a page with pictures. @returns the words of its file */
async function page(name: string, pictures: readonly string[]): Promise<string> {
  const text = pictures.map((picture) => `- ![p](../assets/${picture})\n`).join('')
  for (const picture of pictures) a.write(`assets/${picture}`, picture)
  a.write(`pages/${name}.md`, text)
  await a.synced()
  return text
}

const isDownload = ({ method, url }: IncomingMessage) => method === 'GET' && url!.startsWith('/api/files/')

const refuse = (answer: ServerResponse, status: number, headers: Record<string, string> = {}): true => {
  answer.writeHead(status, headers).end('<h1>no</h1>')
  return true
}

test('[D9.12] a server that asks to wait gets the question again after that time, and no picture is lost', async () => {
  const text = await page('Busy', ['b1.png', 'b2.png', 'b3.png'])
  const asked = new Map<string, number>()
  fault = (question, answer) => {
    const times = (asked.get(question.url!) ?? 0) + 1
    asked.set(question.url!, times)
    return isDownload(question) && times < 3 && refuse(answer, 429, { 'Retry-After': '0' })
  }
  const b = await behind()
  expect(await b.sync('--once')).toMatchObject({ code: 0, stdout: expect.stringContaining('are in sync') })
  expect(b.read('pages/Busy.md')).toBe(text)
})

test('[D9.12] files with the same bytes keep their names in notes that another device edits', async () => {
  const picture = (path: string): string => `- ![p](../assets/${path})\n`
  for (const path of ['c1.png', 'c2.png', 'sub/c 3.png']) a.write(`assets/${path}`, 'the same')
  a.write('pages/One.md', picture('c1.png'))
  a.write('pages/Two.md', picture('c2.png'))
  a.write('pages/Three.md', picture('sub/c%203.png'))
  await a.synced()
  const b = await behind()
  await b.synced()
  for (const note of ['One', 'Two', 'Three'])
    b.write(`pages/${note}.md`, `${b.read(`pages/${note}.md`).replace('![p]', 'seen ![p]')}- more\n`)
  await b.synced()
  await a.synced()
  const seen = (path: string): string => `${picture(path).replace('![p]', 'seen ![p]')}- more\n`
  expect(['One', 'Two', 'Three'].map((note) => a.read(`pages/${note}.md`))).toEqual(
    ['c1.png', 'c2.png', 'sub/c%203.png'].map(seen),
  )
  for (const path of ['c1.png', 'c2.png', 'sub/c 3.png']) expect(a.has(`assets/${path}`)).toBe(true)
})

test('[D9.12] a note is written when its picture is there; what is missing is said, with exit code 1', async () => {
  const text = await page('Trip', ['t1.png', 't2.png'])
  await page('Plain', ['t1.png'])
  let broken: string | undefined
  fault = (question, answer) => {
    if (!isDownload(question)) return false
    broken ??= question.url!
    return question.url === broken && refuse(answer, 500)
  }
  const b = await behind()
  const { code, stdout, stderr } = await b.sync('--once')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/could not be synced/)])
  expect(stdout).toMatch(/nearly in sync/)
  expect(stdout).toContain(`${broken}  The file could not be fetched: the server answered 500.`)
  const notes = (await b.files()).filter((file) => file.endsWith('.md'))
  expect(notes.map((file) => b.read(file)).join('')).not.toContain('/api/files/')
  fault = () => false
  expect(await b.sync('--once')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('nearly') })
  expect(b.read('pages/Trip.md')).toBe(text)
})

test('[D9.12] a file that the account does not have yet is named, and its link is written later', async () => {
  const text = await page('Early', ['e.png'])
  fault = (question, answer) => isDownload(question) && refuse(answer, 404)
  const b = await behind()
  const { code, stdout } = await b.sync('--once', '--json')
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({
      missing: expect.arrayContaining([expect.objectContaining({ page: 'Early', isLacking: true })]),
    }),
  ])
  expect(b.read('pages/Early.md')).toMatch(/^- !\[p\]\(\/api\/files\/[\w-]+\)\n$/)
  fault = () => false
  expect(await b.synced()).toMatchObject({ missing: [] })
  expect(b.read('pages/Early.md')).toBe(text)
})

test('[D9.12] a picture outside of assets is uploaded, and its link stays when another block changes', async () => {
  const text = '- ![p](../img/o%20p.png)\n- one\n'
  a.write('img/o p.png', 'o')
  a.write('pages/Outside.md', text)
  await a.synced()
  const b = await behind()
  await b.synced()
  expect(b.read('pages/Outside.md')).toBe(text.replace('img/o%20p', 'assets/o%20p'))
  b.write('pages/Outside.md', '- ![p](../assets/o%20p.png) there\n- two\n')
  await b.synced()
  await a.synced()
  expect(a.read('pages/Outside.md')).toBe('- ![p](../img/o%20p.png) there\n- two\n')
})

test('[D9.12] the addresses that an earlier version wrote become links', async () => {
  const text = await page('Hurt', ['h.png'])
  fault = (question, answer) => isDownload(question) && refuse(answer, 404)
  const b = await behind()
  await b.synced()
  expect(b.read('pages/Hurt.md')).toContain('/api/files/')
  rmSync(b.path('logseq/.notegraph'), { recursive: true })
  b.write('pages/Hurt.md', b.read('pages/Hurt.md')) // an hour old
  fault = () => false
  await b.synced()
  expect(b.read('pages/Hurt.md')).toBe(text)
})

test('[D9.12] a file that a proxy refuses for its size is named, with exit code 1', async () => {
  const b = await behind()
  await b.synced()
  b.write('pages/Large.md', '- ![p](../assets/large.png)\n')
  b.write('assets/large.png', 'large')
  fault = ({ method }, answer) => method === 'POST' && refuse(answer, 413, { 'Content-Type': 'text/html' })
  fault = (
    (before) => (question, answer) =>
      question.url!.startsWith('/api/files') && before(question, answer)
  )(fault)
  const { code, stdout } = await b.sync('--once')
  expect(code).toBe(1)
  expect(stdout).toMatch(/^assets\/large\.png {2}A proxy .*\(413\)/m)
})
