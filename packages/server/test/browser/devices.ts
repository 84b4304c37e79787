/** Devices in a real browser, each with its own IndexedDB, and a real server between them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle, type Browser, type BrowserContext, type Page } from '@notegraph/browser-tests'
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { makeTestData } from '@notegraph/store/testing'
import type { Engine } from '@notegraph/sync'
import { afterAll, beforeAll } from 'vitest'
import { serve, type ServedApp } from '../../src/index.ts'

export interface BrowserDevice {
  readonly context: BrowserContext
  readonly page: Page
  /** Loads the page and starts the engine, again after the first time. */
  begin(): Promise<void>
  /** Calls the engine in the page. */
  call<T>(method: keyof Engine, ...args: unknown[]): Promise<T>
  /** The text of each block, with its versions. */
  shown(): Promise<string[]>
  words(): Promise<string[]>
}

export interface DeviceOptions {
  /** The engines do not pull every minute, and retry nothing. */
  readonly isTimerOff?: boolean
}

export interface Devices {
  readonly served: ServedApp
  open(browser: Browser, options?: DeviceOptions): Promise<[BrowserDevice, BrowserDevice]>
}

/** Starts a server with two device sessions before the tests of a file, and stops it after them. */
export function useDevices(): Devices {
  let home: string
  let served: ServedApp
  let script: string
  const sessions: string[] = []

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'notegraph-browser-'))
    const data = await makeTestData(home)
    const settings = readSettings({
      ...data.env,
      NOTEGRAPH_PORT: '0',
      NOTEGRAPH_LOG_LEVEL: 'silent',
    })
    const opened = await openStore(settings)
    const operators = operator(opened.store, opened.blobs, Date.now)
    await operators.createAccount('me', {})
    for (const device of ['one', 'two'])
      sessions.push((await operators.createSession('me', { device })).session)
    await opened.store.close()
    served = await serve(settings, () => {})
    script = await bundle(join(import.meta.dirname, 'device.ts'))
  })
  afterAll(async () => {
    await served.stop()
    rmSync(home, { recursive: true })
  })

  async function openOne(
    browser: Browser,
    n: number,
    { isTimerOff = false }: DeviceOptions,
  ): Promise<BrowserDevice> {
    const context = await browser.newContext()
    const page = await context.newPage()
    const device: BrowserDevice = {
      context,
      page,
      /** A page of the server's own origin, so that it may call the server. */
      async begin() {
        await page.goto(`${served.baseUrl}/healthz`)
        await page.evaluate(script)
        await page.evaluate(
          ([device, session, timer]) => {
            const app = globalThis as unknown as {
              begin(device: string, session: string, isTimerOff: boolean): Promise<void>
            }
            return app.begin(device!, session!, timer === 'off')
          },
          [`dev${n}`, sessions[n]!, isTimerOff ? 'off' : 'on'],
        )
      },
      async call<T>(method: keyof Engine, ...args: unknown[]): Promise<T> {
        const value = await page.evaluate(
          ([method, args]) => {
            const { engine } = globalThis as unknown as {
              engine: Record<string, (...args: unknown[]) => unknown>
            }
            return Promise.resolve(engine[method!]!(...(JSON.parse(args!) as unknown[])))
          },
          [method, JSON.stringify(args)],
        )
        return value as T
      },
      shown: async () => page.locator('li').allInnerTexts(),
      words: async () => page.locator('li > span').allInnerTexts(),
    }
    await device.begin()
    return device
  }

  return {
    get served() {
      return served
    },
    open: async (browser, options = {}) => [
      await openOne(browser, 0, options),
      await openOne(browser, 1, options),
    ],
  }
}
