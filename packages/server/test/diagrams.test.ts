/** Diagrams of Mermaid on pages of readers: what a page with one loads, and what it may do. @see sharing 6, 10 */
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useSite } from './published-site.ts'
import { staticFiles } from './static-files.ts'

const it = useSite()
const DRAWN = '```mermaid\ngraph TD\n  A[</div><script>] --> B\n```'
const frameIn = (html: string): string => /data-document="([^"]+)"/.exec(html)![1]!

test.each([
  ['a page of a site', async () => it.publish({ pages: ['Boat'] }).then(() => '/p/trip/boat')],
  ['a shared page', async () => it.share({ page: 'Boat' })],
])('[S10] %s shows a diagram as code, which a script draws in a frame', async (_, address) => {
  await it.notes.addBoat([DRAWN])
  const path = await address()
  const { headers, status } = await it.reader.get(path)
  const html = await (await it.reader.get(path)).text()
  expect(status).toBe(200)
  expect(html).toContain(
    '<div class="diagram"><pre tabindex="0"><code>graph TD\n  A[&lt;/div&gt;&lt;script&gt;] --&gt; B\n</code></pre>',
  )
  const policy = headers.get('content-security-policy')!
  expect(policy).toContain("; script-src 'self'")
  expect(policy).toContain("; frame-src 'self'")
  const again = await it.reader.get(path, { 'If-None-Match': headers.get('etag')! })
  expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, policy])

  const frame = await it.reader.get(frameIn(html))
  const ofFrame = frame.headers.get('content-security-policy')!
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    'sandbox allow-scripts',
    "frame-ancestors 'self'",
  ])
    expect(ofFrame.split('; ')).toContain(directive)
  expect(ofFrame).not.toContain('allow-same-origin')
  const script = new URL(
    /<script src="([^"]+)"/.exec(await frame.text())![1]!,
    `http://a.example${frameIn(html)}`,
  )
  const library = await it.reader.get(script.pathname)
  expect(library.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(library.headers.get('cache-control')).toContain('immutable')
  const text = await library.text()
  expect(text.length).toBeGreaterThan(1_000_000)
  const packed = await it.reader.get(script.pathname, { 'Accept-Encoding': 'br, gzip' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(text)
})

test('[S10] a page without a diagram loads nothing for one', async () => {
  await it.notes.addBoat(['`<div class="diagram">` <div class="diagram">', '```js\nmermaid\n```'])
  await it.publish({ pages: ['Boat'] })
  const { html, headers } = await it.open('/boat')
  expect(html).not.toMatch(/\/assets\/diagram|<div class="diagram">/)
  expect(headers.get('content-security-policy')).not.toContain('frame-src')
  const shared = await it.reader.get(await it.share({ page: 'Boat' }))
  expect(shared.headers.get('content-security-policy')).not.toMatch(/script-src|frame-src/)
  expect(await shared.text()).not.toContain('<script')
})

test('[S4, S10] a folder has the library if a page has a diagram', async () => {
  await it.notes.addBoat([DRAWN])
  await it.publish({ pages: ['Third page'] })
  const names = async () =>
    [...(await staticFiles(it.api)).files.keys()].filter((name) => name.includes('diagram'))
  expect(await names()).toEqual([])
  await it.change({ pages: ['Third page', 'Boat'] })
  expect(await names()).toHaveLength(3)
  const { files } = await staticFiles(it.api)
  const [boat, third] = ['boat.html', 'third-page.html'].map((name) => files.get(name)!)
  expect(files.has(frameIn(boat!))).toBe(true)
  expect(boat).toContain('; frame-src &#39;self&#39;"')
  expect(third).not.toMatch(/frame-src|diagram/)
})
