/** The one browser of a run of the tests. The first question of a test file starts it, and the end of the run stops it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findChromium, NO_CHROMIUM } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the browser, for `chromium.connect`. */
    browserTests: string
  }
}

async function start(): Promise<BrowserServer> {
  const path = findChromium(process.env)
  if (path === undefined) throw new Error(NO_CHROMIUM)
  // Most runs need no browser, and the library takes a while to load.
  const { launchServer } = await import('./launch.ts')
  return launchServer(path)
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<BrowserServer> | undefined
  const listener = createServer((_, response) => {
    started ??= start()
    started.then(
      (browser) => response.end(browser.wsEndpoint()),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  project.provide('browserTests', `http://127.0.0.1:${port}/`)
  return async () => {
    listener.close()
    await (await started?.catch(() => undefined))?.close()
  }
}
