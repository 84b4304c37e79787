import { expect, test } from 'vitest'
import { LOG_LEVELS, makeLog } from './index.ts'

const logged = (level: (typeof LOG_LEVELS)[number], words: string): string => {
  let text = ''
  makeLog(level, { write: (line) => (text += line) }).info({ route: 'x' }, words)
  return text
}

test('[operations] a line is one JSON object, whatever the words', () => {
  const line = logged('info', 'a\nb\u2028"c')
  expect(line.indexOf('\n')).toBe(line.length - 1)
  expect(JSON.parse(line)).toEqual({ level: 30, time: expect.any(Number), route: 'x', msg: 'a\nb\u2028"c' })
})

test.each(LOG_LEVELS)('[operations] at the level %s', (level) => {
  expect(logged(level, 'a') !== '').toBe(['info', 'debug', 'trace'].includes(level))
})
