import type { PastedBlock } from '@notegraph/outliner'
import { expect, test } from 'vitest'
import { templateBlocks, templateName } from './templates.ts'

const FILLING = { today: 20261130, time: '09:05', page: 'Crew' }
const block = (content: string, ...children: readonly PastedBlock[]): PastedBlock => ({ content, children })

test.each([
  ['Meeting\ntemplate:: meeting', 'meeting'],
  ['Meeting\nTemplate:: Weekly', 'Weekly'],
  ['template:: alone', 'alone'],
  ['Meeting', undefined],
  ['`template:: code`', undefined],
])('[O3.6] the template of %j is %j', (content, name) => {
  expect(templateName(content)).toBe(name)
})

test('[O3.6] a template inserts its blocks without the lines that are its own', () => {
  const rows = [
    { content: 'Meeting\nid:: a1\ntemplate:: meeting\nroom:: 4', depth: 2 },
    { content: 'TODO minutes', depth: 3 },
    { content: 'of whom', depth: 4 },
    { content: 'guests', depth: 3 },
  ]
  expect(templateBlocks(rows, FILLING)).toEqual([
    block('Meeting\nroom:: 4', block('TODO minutes', block('of whom')), block('guests')),
  ])
})

test('[O3.6] a template can leave out its first block', () => {
  const rows = [
    { content: 'Meeting\ntemplate:: meeting\ntemplate-including-parent:: false', depth: 0 },
    { content: 'minutes', depth: 1 },
    { content: 'guests', depth: 1 },
  ]
  expect(templateBlocks(rows, FILLING)).toEqual([block('minutes'), block('guests')])
})

test.each([
  ['<% today %>', '[[2026-11-30]]'],
  ['<%tomorrow%> <% Yesterday %>', '[[2026-12-01]] [[2026-11-29]]'],
  ['at <% time %> on <% current page %>', 'at 09:05 on [[Crew]]'],
  ['<% next friday %>', '<% next friday %>'],
])('[O3.6] %j is filled as %j', (content, filled) => {
  expect(templateBlocks([{ content, depth: 0 }], FILLING)).toEqual([block(filled)])
})
