/** The app in the README of the sync package, on two devices, with a server over a real connection. */
import { importExample, readmeExamples } from '@notegraph/example-tests'
import type { Engine, NewFile } from '@notegraph/sync'
import { expect, test } from 'vitest'
import { useServed } from './served.ts'

const server = useServed()

interface Page {
  engine: Engine
  add(text: string): Promise<string>
  addFile(file: NewFile): Promise<string>
}

interface Exports {
  openPage: (url: string, session: string, name: string, show: (lines: string[]) => void) => Promise<Page>
}

const README = new URL('../README.md', import.meta.resolve('@notegraph/sync'))
const example = () => importExample<Exports>(readmeExamples(README)[0]!)

test('two devices write on one page, clash, and end with what a person picked', async () => {
  const shown: string[][] = [[], []]
  const { openPage } = await example()
  const open = async (n: number) =>
    openPage(server.served.baseUrl, server.session, 'Harbour', (lines) => void (shown[n] = lines))
  const a = await open(0)
  const id = await a.add('a boat')
  await a.engine.sync()
  const b = await open(1)

  await a.engine.setText(id, 'a red boat')
  await b.engine.setText(id, 'a blue boat')
  for (const { engine } of [a, b, a]) await engine.sync()
  for (const device of shown.keys())
    await expect
      .poll(() => shown[device]![0] ?? '')
      .toMatch(/^a (red|blue) boat \| a (red|blue) boat \(phone\)$/)
  const both = async ({ engine }: typeof a) =>
    (await engine.conflicts()).map(({ words, versions }) =>
      [words, ...versions].map(({ text }) => text).toSorted(),
    )
  expect(await both(a)).toEqual([['a blue boat', 'a red boat']])
  expect(await both(b)).toEqual([['a blue boat', 'a red boat']])

  const [conflict] = await b.engine.conflicts()
  const blue = [conflict!.words, ...conflict!.versions].find(({ text }) => text === 'a blue boat')!
  await b.engine.pick(id, blue.rev)
  for (const { engine } of [b, a]) await engine.sync()
  await expect.poll(() => shown).toEqual([['a blue boat'], ['a blue boat']])
  for (const { engine } of [a, b]) {
    expect(await engine.pending()).toEqual({ waiting: 0, refused: [] })
    await engine.stop()
  }
})

test('a picture that one device adds is on the other, which shows how far its first pull is', async () => {
  const { openPage } = await example()
  const open = async (shown: string[][]) =>
    openPage(server.served.baseUrl, server.session, 'Lighthouse', (lines) => void shown.push(lines))
  const a = await open([])
  const id = await a.addFile({ name: 'lamp.png', type: 'image/png', bytes: new Uint8Array([1, 2, 3]) })
  await a.engine.sync()
  expect(a.engine.uploads()).toEqual([])
  const shown: string[][] = []
  const b = await open(shown)
  expect(shown[0]).toEqual([expect.stringMatching(/^(\d+) of \1$/)])
  const block = await b.engine.record(id)
  const link = block?.kind === 'block' ? block.words.text : ''
  const file = /^!\[lamp\.png\]\(\/api\/files\/(.{24})\)$/.exec(link)?.[1]
  expect(await b.engine.readFile(file ?? '')).toEqual({
    ok: true,
    name: 'lamp.png',
    type: 'image/png',
    bytes: new Uint8Array([1, 2, 3]),
  })
  for (const { engine } of [a, b]) await engine.stop()
})
