/** @module-tag browser */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { browserTest } from './index.ts'
import { OFF_BY_PLAYWRIGHT } from './launch.ts'

describe('finding Chromium', () => {
  test('the one that is named, before any on the path', () => {
    expect(findChromium({ NOTEGRAPH_CHROMIUM: process.execPath })).toBe(process.execPath)
  })

  test('a named browser that does not exist is an error; no other replaces it', () => {
    expect(() => findChromium({ NOTEGRAPH_CHROMIUM: '/nowhere/chromium' })).toThrow(
      'NOTEGRAPH_CHROMIUM names /nowhere/chromium, which is no program.',
    )
  })
})

test('what Playwright switches off stays off', () => {
  const source = readFileSync(
    createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'),
    'utf8',
  )
  const list = /disabledFeatures = \[([^\]]+)\]/.exec(source)![1]!
  expect(list.match(/(?<=")\w+(?=")/g)!.toSorted()).toEqual(OFF_BY_PLAYWRIGHT)
})

browserTest('a page of a server, with storage of its own for each test', async ({ page, browser }) => {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end('<!doctype html><title>Notes</title><h1>Ünï 日本</h1>')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/`)
  expect(await page.locator('h1').textContent()).toBe('Ünï 日本')
  await page.evaluate(() => localStorage.setItem('who', 'me'))
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await theirs.goto(`http://127.0.0.1:${port}/`)
  expect(await theirs.evaluate(() => localStorage.getItem('who'))).toBeNull()
  await other.close()
  server.closeAllConnections()
  server.close()
})
