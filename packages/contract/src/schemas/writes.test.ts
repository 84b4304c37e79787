import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AddBlock,
  checkBody,
  CreatePage,
  SetProperties,
  SetProperty,
  SetTask,
  TASK_STATES,
  UpdateBlock,
} from '../index.ts'

const matching = (words: string | RegExp): unknown =>
  typeof words === 'string' ? words : expect.stringMatching(words)

const schemas = { AddBlock, CreatePage, SetTask, UpdateBlock, SetProperty, SetProperties }

const properties = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${n}`, 'value']))

describe('bodies that are taken come out as they were sent', () => {
  test.each([
    ['[8]', 'AddBlock', { text: 'Tea' }],
    ['[8]', 'AddBlock', { text: 'Tea', position: 'start', parentId: 'a' }],
    ['[8]', 'AddBlock', { text: 'Tea', position: 'end', parentId: null }],
    ['[9]', 'CreatePage', { name: 'Ada' }],
    ['[9]', 'CreatePage', { name: 'Ada', type: 'Person', properties: {}, blocks: [] }],
    [
      '[9]',
      'CreatePage',
      { name: 'Ada', properties: properties(30), blocks: Array.from({ length: 100 }, () => 'a') },
    ],
    ...TASK_STATES.map((state) => ['[10]', 'SetTask', { state }] as const),
    ['[A3.1]', 'SetTask', { state: 'none' }],
    ['[A3.1]', 'SetTask', { scheduled: '2026-11-25 09:00 .+1w', deadline: null, priority: 'A' }],
    ['[A3.1]', 'SetTask', { priority: null }],
    ['[A3.3]', 'SetTask', { state: 'done', repeat: true }],
    ['[A3.3]', 'SetTask', { state: 'todo', repeat: false }],
    ['[11]', 'UpdateBlock', { text: 'Tea' }],
    ['[12]', 'SetProperty', { value: 'x' }],
    ['[12]', 'SetProperty', { value: null }],
    ['[12]', 'SetProperty', { value: '' }],
    ['[13]', 'SetProperties', { properties: { type: 'person', email: null } }],
    ['[13]', 'SetProperties', { properties: properties(30) }],
    ['[13]', 'SetProperties', JSON.parse('{"properties":{"constructor":"a","__proto__":"b"}}')],
  ] as const)('%s %s %j', (_, name, body) => {
    const checked = checkBody(schemas[name], body)
    expect(checked.ok).toBe(true)
    expect(JSON.stringify(checked.ok && checked.value)).toBe(JSON.stringify(body))
  })
})

describe('bodies that are refused, and the words', () => {
  const OPTIONS = 'todo, doing, done, later, now, waiting or canceled'
  const VERSION_WORDS = 'if_unchanged takes the version that a read shows, such as 5Yl0tM0r, not'
  const STATES = 'todo, doing, done, later, now, waiting, canceled or none'
  const OTHERS = 'send scheduled, deadline, shift, priority or repeater'
  test.each([
    ['AddBlock', [], 'The body takes a JSON object, not an array.'],
    ['AddBlock', null, 'The body takes a JSON object, not null.'],
    ['AddBlock', 'text', 'The body takes a JSON object, not "text".'],
    ['AddBlock', {}, 'text is missing. Set it to the words of the block.'],
    ['AddBlock', { text: 3 }, 'text takes a string, not 3.'],
    ['AddBlock', { text: null }, 'text takes a string, not null.'],
    ['AddBlock', { text: ['a'] }, 'text takes a string, not an array.'],
    [
      'AddBlock',
      { text: 'a', colour: 'red' },
      'This route has no key "colour". Use text, position, parentId or if_unchanged.',
    ],
    ['AddBlock', { text: 'a', toString: 1 }, /^This route has no key "toString"/],
    ['AddBlock', JSON.parse('{"text":"a","__proto__":{}}'), /^This route has no key "__proto__"/],
    ['AddBlock', { text: 'a', position: 'first' }, 'position takes start or end, not "first".'],
    ['AddBlock', { text: 'a', position: 'START' }, 'position takes start or end, not "START".'],
    ['AddBlock', { text: 'a', position: null }, 'position takes start or end, not null.'],
    ['AddBlock', { text: 'a', parentId: 7 }, 'parentId takes a string or null, not 7.'],
    ['CreatePage', {}, 'name is missing. Set it to the name of the page.'],
    ['CreatePage', { name: true }, 'name takes a string, not true.'],
    ['CreatePage', { name: 'Ada', type: null }, 'type takes a string, not null.'],
    [
      'CreatePage',
      { name: 'Ada', properties: [] },
      'properties takes an object of key to a string, not an array.',
    ],
    [
      'CreatePage',
      { name: 'Ada', properties: { mood: null } },
      'The property "mood" takes a string, not null.',
    ],
    [
      'CreatePage',
      { name: 'Ada', properties: { rating: 3 } },
      'The property "rating" takes a string, not 3.',
    ],
    [
      'CreatePage',
      { name: 'Ada', properties: properties(31) },
      'properties takes up to 30 properties, not 31.',
    ],
    ['CreatePage', { name: 'Ada', blocks: 'a' }, 'blocks takes an array, not "a".'],
    ['CreatePage', { name: 'Ada', blocks: ['a', {}] }, 'blocks[1] takes a string, not an object.'],
    [
      'CreatePage',
      { name: 'Ada', blocks: Array.from({ length: 101 }, () => 'a') },
      'blocks takes up to 100 blocks, not 101.',
    ],
    ['SetTask', {}, `state is missing. Use ${OPTIONS}; or ${OTHERS}.`],
    ['SetTask', { repeat: false }, `state is missing. Use ${OPTIONS}; or ${OTHERS}.`],
    ['SetTask', { repeat: true }, 'repeat takes true only with the state done.'],
    ['SetTask', { state: 'DONE' }, `state takes ${STATES}, not "DONE".`],
    ['SetTask', { state: 1 }, `state takes ${STATES}, not 1.`],
    ['SetTask', { state: null }, `state takes ${STATES}, not null.`],
    ['SetTask', { scheduled: 20261125 }, 'scheduled takes a string or null, not 20261125.'],
    ['SetTask', { priority: 'D' }, 'priority takes A, B, C or null, not "D".'],
    ['SetTask', { priority: 'none' }, 'priority takes A, B, C or null, not "none".'],
    ['SetTask', { state: 'done', repeat: 'yes' }, 'repeat takes true or false, not "yes".'],
    ['SetTask', { state: 'todo', repeat: true }, 'repeat takes true only with the state done.'],
    ['SetTask', { deadline: 'friday', repeat: true }, 'repeat takes true only with the state done.'],
    [
      'UpdateBlock',
      { text: 'a', position: 'start' },
      'This route has no key "position". Use text, find, replace, expect, whole or if_unchanged.',
    ],
    ['UpdateBlock', { text: 'a', if_unchanged: 7 }, `${VERSION_WORDS} 7.`],
    ['SetTask', { state: 'done', if_unchanged: '"5Yl0tM0r"' }, `${VERSION_WORDS} "\\"5Yl0tM0r\\"".`],
    ['SetProperty', { value: 'a', if_unchanged: null }, `${VERSION_WORDS} null.`],
    ['SetProperty', {}, 'value is missing. Set it to a string, or to null to remove the property.'],
    ['SetProperty', { value: 3 }, 'value takes a string or null, not 3.'],
    ['SetProperties', {}, 'properties is missing. Set it to an object of key to value.'],
    ['SetProperties', { properties: {} }, 'properties is empty. Name at least one property.'],
    ['SetProperties', { properties: { a: ['b'] } }, 'The property "a" takes a string or null, not an array.'],
    ['SetProperties', JSON.parse('{"properties":{"constructor":1}}'), /^The property "constructor" takes/],
    ['SetProperties', { properties: properties(31) }, 'properties takes up to 30 properties, not 31.'],
  ] as const)('%s %j', (name, body, words) => {
    expect(checkBody(schemas[name], body)).toEqual({ ok: false, error: matching(words) })
  })
})

test('any JSON is either taken or refused in words that end', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      const checked = checkBody(CreatePage, body)
      expect(checked.ok || checked.error.endsWith('.')).toBe(true)
    }),
  )
})
