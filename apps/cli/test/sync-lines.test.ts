/**
 * The lines that the command sync leaves as they are, over HTTP with a real server.
 *
 * @module-tag process
 */
import { afterAll, expect, test } from 'vitest'
import { startPair } from './synced.ts'

const { server, a, b, both } = await startPair()
afterAll(() => server.stop())

test.each([
  ['a head that is given twice', 'tags:: [[Vegetable]]\ntags:: [[Climber]]\n\n- sow\n', '- sow\n'],
  ['a fenced head', '---\nalias:: [[Runner beans]]\n---\n- sow\n', '- sow\n'],
  ['line ends and a mark of its own', '\uFEFFkind:: pea\r\nempty::\r\n\r\n\r\n- sow\r\n', '- sow\r\n'],
  ['blank lines and blanks', '# Peas\n\nabout them\n\n- one\n    - two\n\n\n- sow', '- sow'],
])('[S1] edits of one block leave the other lines as they are: %s', async (kind, text, last) => {
  const file = `pages/Lines of ${kind}.md`
  a.write(file, text)
  await both()
  b.write(file, `${b.read(file)}- weed\n`)
  await both()
  const end = text.includes('\r') ? '\r\n' : '\n'
  const added = last.endsWith('\n') ? `${last}- weed${end}` : `${last}\n- weed`
  expect(a.read(file)).toBe(text.slice(0, -last.length) + added)
  b.write(file, b.read(file).replace('- weed\n', '- weed them\n').replace('- sow\n', '- sow\n\t- in April\n'))
  await both()
  const unit = text.includes('    - two') ? '    ' : '\t'
  expect(a.read(file)).toBe(
    text.slice(0, -last.length) +
      added.replace('weed', 'weed them').replace(`sow${end}`, `sow${end}${unit}- in April${end}`),
  )
  for (const folder of [a, b]) folder.remove(file)
  await both()
})

test('[S2] edits of a page whose name is too long for a new page go both ways in its one file', async () => {
  const file = `pages/${'long '.repeat(41).trim()}.md`
  const source = await server.folder('long')
  source.write(file, '- one\n')
  a.write(file, '- one\n')
  await server.run('import', source.at, '--account', 'me')
  expect(await a.synced()).toMatchObject({ held: [], written: 0 })
  await b.synced()
  const other = (await b.files()).find((path) => b.read(path).startsWith('title:: long'))
  a.write(file, '- one\n- from a\n')
  await both()
  b.write(other!, `${b.read(other!)}- from b\n`)
  await both()
  expect(a.read(file)).toBe('- one\n- from a\n- from b\n')
  expect((await a.files()).filter((path) => a.read(path).includes('from a'))).toEqual([file])
  a.remove(file)
  await both()
})

test('[M1] a page and a journal of one file name, imported and synced, keep their files', async () => {
  const folder = await server.folder('days')
  const files = { 'journals/20.11.2026.md': '- day\n', 'pages/20.11.2026.md': '- page\n' }
  for (const [path, text] of Object.entries(files)) folder.write(path, text)
  await server.run('import', folder.at, '--account', 'me')
  expect(await folder.synced()).toMatchObject({ held: [] })
  expect((await folder.files()).filter((path) => path.includes('20.11.2026'))).toEqual(Object.keys(files))
  for (const [path, text] of Object.entries(files)) expect(folder.read(path)).toBe(text)
})
