import { expect, test } from 'vitest'
import { findCommands, SLASH_COMMANDS, withDate } from './slash-commands.ts'

/** A text with `|` at the caret. */
const at = (marked: string) => {
  const start = marked.indexOf('|')
  return { text: marked.replace('|', ''), start, end: start }
}

const TODAY = 20261120

test.each([
  ['TODO', 'tea|', 'TODO tea|'],
  ['DONE', 'TODO t|ea', 'DONE t|ea'],
  ['DONE', 'TODO water\nSCHEDULED: <2026-11-20 Fri .+1w>|', 'TODO water\nSCHEDULED: <2026-11-27 Fri .+1w>|'],
  ['No task', 'TODO tea|', 'tea|'],
  ['Priority B', 'TODO te|a', 'TODO [#B] te|a'],
  ['Heading 2', 'Plans| of May', '## Plans| of May'],
  ['Heading 1', '### Plans|', '# Plans|'],
  ['Quote', 'to be|', '> to be|'],
  ['Today', 'on |', 'on [[2026-11-20]]|'],
  ['Tomorrow', 'on |.', 'on [[2026-11-21]]|.'],
  ['Yesterday', '|', '[[2026-11-19]]|'],
  ['Link a page', 'see |', 'see [[|]]'],
  ['Numbered list', 'tea|', 'tea|\nlogseq.order-list-type:: number'],
  ['Numbered list', '|', '|\nlogseq.order-list-type:: number'],
  ['Numbered list', 'te|a\nlogseq.order-list-type:: number', 'te|a'],
  ['Code block', '|', '```|\n\n```'],
  ['Query', '|', '{{query |}}'],
  ['Embed a page', '|', '{{embed [[|]]}}'],
])('[O3.4] %s makes of %j the text %j', (words, before, after) => {
  const next = SLASH_COMMANDS.find((one) => one.words === words)!.run(at(before), TODAY, 540)
  if (typeof next === 'string') throw new Error(`${words} asks for ${next}.`)
  expect(`${next.text.slice(0, next.start)}|${next.text.slice(next.start)}`).toBe(after)
})

test.each([
  ['Scheduled', 'scheduled'],
  ['Deadline', 'deadline'],
  ['Date', 'date'],
  ['Add a file', 'file'],
  ['Template', 'template'],
  ['Move to page', 'page'],
])('[O3.4] %s asks first', (words, ask) => {
  expect(SLASH_COMMANDS.find((one) => one.words === words)!.run(at('tea|'), TODAY, 540)).toBe(ask)
})

test.each([
  ['TODO te|a', '', 'TODO te|a\nSCHEDULED: <2026-11-25 Wed>'],
  [
    'TODO te|a\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>',
    '',
    'TODO te|a\nSCHEDULED: <2026-11-25 Wed 09:00 .+1w>',
  ],
  [
    'TODO te|a\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>',
    '10:00',
    'TODO te|a\nSCHEDULED: <2026-11-25 Wed 10:00 .+1w>',
  ],
])('[O3.4, A3.2] %j with another day and %j becomes %j', (before, rest, after) => {
  const { text, start } = withDate(at(before), 'scheduled', { day: 20261125, rest })
  expect(`${text.slice(0, start)}|${text.slice(start)}`).toBe(after)
})

test.each([
  ['todo', 'TODO'],
  ['h2', 'Heading 2'],
  ['picture', 'Add a file'],
  ['dead', 'Deadline'],
  ['num', 'Numbered list'],
  ['page', 'Link a page'],
])('[O3.4] /%s finds %s', (typed, words) => {
  expect(findCommands(typed)[0]!.words).toBe(words)
})

test('[O3.4] words that are no command find none', () => {
  expect(findCommands('zebra')).toEqual([])
})
