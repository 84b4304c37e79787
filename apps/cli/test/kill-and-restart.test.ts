/**
 * One real server: started, killed while it writes, and started again.
 *
 * @module-tag process
 * @module-tag first-ring
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { useHome } from './home.ts'
import { run, start, type Started } from './run.ts'

const home = useHome()
const LINE = /^\{"baseUrl".*\}$/m
const WRITES = 200
/** So many writes are acknowledged before the kill. */
const ENOUGH = 20

let server: Started | undefined
afterEach(() => void server?.child.kill('SIGKILL'))

const env = () => ({
  ...home.env(),
  NOTEGRAPH_PORT: '0',
  NOTEGRAPH_FIRST_START: 'nothing',
  NOTEGRAPH_LOG_LEVEL: 'silent',
  NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
})

/** @returns the address of the notes API */
async function serve(): Promise<string> {
  server = start(['serve', '--json'], env())
  const [line] = await server.said(LINE)
  return `${(JSON.parse(line) as { baseUrl: string }).baseUrl}/api/v1/notes`
}

test('[operations] a server that is killed has every acknowledged write once when it starts again', async () => {
  await run(['account', 'create', 'me'], env())
  mkdirSync(home.at('notes'))
  writeFileSync(home.at('notes/Log.md'), '- before\n')
  await run(['import', home.at('notes'), '--account', 'me'], env())
  const create = ['token', 'create', '--account', 'me', '--name', 'test', '--scope', 'write']
  const headers = {
    Authorization: `Bearer ${(await run(create, env())).stdout.trim()}`,
    'Content-Type': 'application/json',
  }

  const notes = await serve()
  const acknowledged = ['before']
  for (let n = 0; n < WRITES; n++) {
    const text = `line ${n} of many`
    const answer = fetch(`${notes}/pages/Log/blocks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ text }),
    })
    if (n === ENOUGH) server!.child.kill('SIGKILL')
    const status = await answer.then((response) => response.status).catch(() => undefined)
    if (status === undefined) break
    expect(status).toBe(200)
    acknowledged.push(text)
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(ENOUGH)
  expect((await server!.ended).code).toBeNull()

  const again = await serve()
  const page = await fetch(`${again}/pages/Log?limit=500`, { headers })
  const { blocks } = (await page.json()) as { blocks: { text: string }[] }
  const texts = blocks.map(({ text }) => text)
  // The write that was cut off may be there.
  expect(texts.slice(0, acknowledged.length)).toEqual(acknowledged)
  expect(texts.length - acknowledged.length).toBeLessThanOrEqual(1)
  server!.child.kill('SIGTERM')
  expect((await server!.ended).code).toBe(0)
  expect((await run(['check', '--account', 'me', '--json'], env())).stdout).toBe(
    '{"ok":true,"problems":[]}\n',
  )
})
