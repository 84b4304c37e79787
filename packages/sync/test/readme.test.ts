import { readFileSync } from 'node:fs'
import { MessageChannel } from 'node:worker_threads'
import { makeBlock, type GraphRecord } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { memoryStore, readPush, refuseEngine, SYNC_LIMITS, type EnginePort } from '../src/index.ts'
import { Clock, device, made } from './device.ts'
import { memoryServer } from './memory-server.ts'
import { addLine, answerWindows, openOver } from './windows-example.ts'
import { openWindow } from './undo-example.ts'
import { addTyped } from './input-example.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const README = read('../README.md')
const examples = [...README.matchAll(/```json\n([^]*?)```/gu)].map(
  ([, json]) => JSON.parse(json!) as Record<string, unknown>,
)

test.each(['example.ts', 'input-example.ts', 'undo-example.ts', 'windows-example.ts'])(
  'the README shows %s, which runs',
  (name) => {
    const example = read(name)
    expect(README).toContain(`\`\`\`ts\n${example}\`\`\``)
    expect(example.split('\n').length).toBeLessThan(50)
  },
)

test('a window of the README joins two blocks, and undoes and redoes it', async () => {
  const one = device(
    'a',
    memoryServer(() => 0),
    new Clock(),
  )
  const { engine } = one
  await engine.open()
  const pageId = await made(engine.openPage('Tea'))
  const [upper, lower] = [
    await made(engine.addBlock({ pageId }, 'green')),
    await made(engine.addBlock({ pageId }, 'tea')),
  ]
  const { join, undo, redo } = openWindow(engine)
  expect(await join(upper, lower)).toMatchObject({ ok: true })
  expect(await one.page(pageId)).toEqual(['green tea'])
  await undo()
  expect(await one.page(pageId)).toEqual(['green', 'tea'])
  await redo()
  expect(await one.page(pageId)).toEqual(['green tea'])
})

test('words that somebody typed have the dates of a stored text, or are refused', async () => {
  const one = device(
    'a',
    memoryServer(() => 0),
    new Clock(),
  )
  const page = await made(one.engine.openPage('Tea'))
  await made(
    addTyped(one.engine, page, ' TODO call\nDEADLINE: 2026-11-20 ') as ReturnType<typeof one.engine.addBlock>,
  )
  expect(await one.page(page)).toEqual(['TODO call\nDEADLINE: <2026-11-20 Fri>'])
  await addTyped(one.engine, page, 'TODO call\nDEADLINE: tomorrow')
  expect((await one.page(page))[1]).toMatch(/^TODO call\nDEADLINE: <\d{4}-\d\d-\d\d \w{3}>$/)
  expect(await addTyped(one.engine, page, 'DEADLINE: 2026-02-30')).toMatchObject({
    ok: false,
    fault: 'no_such_day',
  })
})

test('a window of the README edits over its port, or hears why there is no engine', async () => {
  const answer = answerWindows(
    memoryStore(),
    memoryServer(() => Date.now()),
  )
  const [near, far, end] = channel()
  answer(far)
  const engine = openOver(near)
  const page = await made(engine.openPage('Tea'))
  expect(await addLine(engine, page, 'green')).toBe(true)
  expect((await engine.blocks(page)).map(({ record }) => record.words.text)).toEqual(['green'])
  end()
  const [lonely, other, endOther] = channel()
  refuseEngine(other, { code: 'store', error: 'No database.', hint: '' })
  await expect(openOver(lonely).pages()).rejects.toThrow('No database.')
  endOther()
})

/** Two ends of a port, which fits in Node too, and a function that closes it. */
function channel(): [EnginePort, EnginePort, () => void] {
  const { port1, port2 } = new MessageChannel()
  return [port1 as unknown as EnginePort, port2 as unknown as EnginePort, () => port1.close()]
}

describe('the README describes the messages of the protocol', () => {
  const [record, pull, push, pushed] = examples

  test('a record is complete', () => {
    const whole = makeBlock({
      id: 'b',
      content: 'x',
      rev: 'r',
      pageId: 'p',
      parentId: null,
      order: 1,
      now: 1,
    })
    expect(Object.keys(record!)).toEqual(Object.keys(whole))
    expect(Object.keys(record!['words']!)).toEqual(Object.keys(whole.words))
    expect(Object.keys(record!['place']!)).toEqual(Object.keys(whole.place))
  })

  test('a push with the record is accepted', () => {
    const [item] = push!['records'] as Record<string, unknown>[]
    const props = { mood: { v: 'calm', at: 1 } } satisfies GraphRecord['props']
    const body = { ...push, records: [{ ...item, record: { ...record, props } }] }
    expect(readPush(body)).toMatchObject({ ok: true, value: { items: [{ form: 'groups' }] } })
  })

  test('answers have the documented members', () => {
    expect(Object.keys(pull!)).toEqual(
      'records cursor epoch account more reset now head count checksum'.split(' '),
    )
    expect(Object.keys(pushed!)).toEqual(['results', 'head'])
  })
})

test.each([
  ['pullRecords', '5,000'],
  ['pushRecords', '500'],
  ['requestsPerAddress', '600'],
  ['text', '20,000'],
  ['tombstoneDays', '180'],
] as const)('its %s is that of the protocol', (limit, shown) => {
  expect(SYNC_LIMITS[limit].toLocaleString('en')).toBe(shown)
  expect(README).toContain(shown)
})
