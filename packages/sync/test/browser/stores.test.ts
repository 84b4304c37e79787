/**
 * The contract of device stores, with the IndexedDB of a real browser.
 *
 * @module-tag browser
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { browserTest, bundle, type Browser, type BrowserContext, type Page } from '@notegraph/browser-tests'
import { afterAll, beforeAll, describe } from 'vitest'
import type { LocalStore } from '../../src/index.ts'
import { storeContract } from '../store-contract.ts'

let server: Server
let script: string

beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, 'page.ts'))
  server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end('<!doctype html>')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The store in the page, called from the test. */
async function storeIn(page: Page): Promise<LocalStore> {
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.evaluate(script)
  await page.evaluate(`openStore('device').then((store) => { globalThis.store = store })`)
  const call =
    (name: string) =>
    async (...args: unknown[]): Promise<never> => {
      const json = await page.evaluate(
        ([name, args]) => {
          const { store } = globalThis as unknown as {
            store: Record<string, (...args: unknown[]) => Promise<unknown>>
          }
          return store[name!]!(...(JSON.parse(args!) as unknown[])).then((value) => JSON.stringify([value]))
        },
        [name, JSON.stringify(args.filter((arg) => arg !== Infinity))],
      )
      const [value] = JSON.parse(json) as [unknown]
      return revived(value) as never
    }
  return {
    // Functions cannot cross into the page, so the page notes whether the store waits.
    lock: async () => void (await page.evaluate('store.lock(() => { globalThis.waits = true })')),
    meta: call('meta'),
    get: call('get'),
    find: call('find'),
    count: call('count'),
    async *scan() {
      const json = await page.evaluate(
        `(async () => { const all = []; for await (const batch of store.scan()) all.push(batch); return JSON.stringify(all) })()`,
      )
      yield* JSON.parse(json as string) as Awaited<ReturnType<LocalStore['find']>>[]
    },
    own: call('own'),
    ownKeys: call('ownKeys'),
    commit: call('commit'),
    files: filesIn(page),
    close: call('close'),
  }
}

/** The files of the store. Bytes cross between test and page as lists of numbers. */
function filesIn(page: Page): LocalStore['files'] {
  const ask = async (code: string): Promise<unknown> =>
    JSON.parse(await page.evaluate<string>(code)) as unknown
  return {
    list: async () =>
      (await ask('store.files.list().then(JSON.stringify)')) as Awaited<
        ReturnType<LocalStore['files']['list']>
      >,
    async bytes(id) {
      const found = `store.files.bytes(${JSON.stringify(id)})`
      const numbers = await ask(`${found}.then((bytes) => JSON.stringify(bytes ? [...bytes] : null))`)
      return numbers === null ? undefined : new Uint8Array(numbers as number[])
    },
    async commit({ puts, removes }) {
      const json = JSON.stringify({
        puts: puts.map(({ file, bytes }) => ({ file, ...(bytes && { bytes: [...bytes] }) })),
        removes,
      })
      await page.evaluate(`(() => {
        const { puts, removes } = ${json}
        const bytesOf = ({ file, bytes }) => ({ file, ...(bytes && { bytes: new Uint8Array(bytes) }) })
        return store.files.commit({ puts: puts.map(bytesOf), removes })
      })()`)
    },
  }
}

/** JSON has `null` for `undefined`. */
const revived = (value: unknown): unknown =>
  value === null
    ? undefined
    : Array.isArray(value)
      ? value.map((one: unknown) => (one === null ? undefined : one))
      : value

describe('in the IndexedDB of a real browser', () => {
  let browser: Browser
  storeContract(
    (name, check) =>
      browserTest(name, async ({ browser: given }) => {
        browser = given
        await check()
        await Promise.all(opened.splice(0).map((context) => context.close()))
      }),
    async () => {
      const context = await browser.newContext()
      opened.push(context)
      const store = await storeIn(await context.newPage())
      return {
        store,
        async reopen() {
          await store.close()
          return storeIn(await context.newPage())
        },
      }
    },
    true,
    7,
  )
})

const opened: BrowserContext[] = []

describe('[sync device 1] two windows over one database', () => {
  /** Requests the lock, and notes the result in the window. */
  const ask = async (page: Page): Promise<void> => {
    await storeIn(page)
    await page.evaluate(`globalThis.got = 'nothing'
      void store.lock(() => { globalThis.got = 'waits' }).then(() => { globalThis.got = 'lock' })`)
  }
  // Polls, because a hidden window paints no frames.
  const got = async (page: Page, what: string): Promise<void> =>
    void (await page.waitForFunction(`globalThis.got === '${what}'`, undefined, { polling: 20 }))

  browserTest('the second waits until the first is closed, or gone', async ({ context }) => {
    const [first, second, third] = [await context.newPage(), await context.newPage(), await context.newPage()]
    await ask(first)
    await got(first, 'lock')
    await ask(second)
    await got(second, 'waits')
    await first.evaluate('store.close()')
    await got(second, 'lock')
    await ask(third)
    await got(third, 'waits')
    await second.close()
    await got(third, 'lock')
  })
})
