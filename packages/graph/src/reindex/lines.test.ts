import { expect, test } from 'vitest'
import { block, envOf } from '../../test/builders.ts'
import type { BlockRecord } from '../record.ts'
import { NO_USES, type UsesDifference } from './difference.ts'
import { Lines } from './lines.ts'

const NOTHING: UsesDifference = { removed: NO_USES, added: NO_USES }
const gone: BlockRecord = { ...block('rye'), deleted: 1 }

const put = (lines: Lines, referred: readonly string[], record: BlockRecord | undefined, isLive = true) =>
  lines.toPut(
    referred,
    () => record,
    () => isLive,
    envOf(),
  )

test('[D2.7] lines to load are those of changed blocks and of blocks that one refers to, or did', () => {
  const lines = new Lines()
  lines.block('b1', NOTHING, false)
  expect(lines.isNeeded).toBe(false)
  lines.block(
    'b2',
    { removed: { ...NO_USES, blockRefs: ['b3'] }, added: { ...NO_USES, blockRefs: ['b1', 'b4'] } },
    true,
  )
  expect(lines.isNeeded).toBe(true)
  expect(lines.toLoad()).toEqual(['b1', 'b2', 'b3', 'b4'])
})

test.each([
  ['a live block', block('TODO rye'), true, 'rye'],
  ['a deleted block', gone, true, undefined],
  ['a block whose page is not there', block('rye'), false, undefined],
  ['no block', undefined, true, undefined],
])('[D2.7] the line of %s', (_, record, isLive, text) => {
  const [line] = put(new Lines(), ['b1'], record, isLive)
  expect(line).toMatchObject(text === undefined ? { id: 'b1' } : { id: 'b1', line: { text } })
  expect(line!.line === undefined).toBe(text === undefined)
})

test('[D2.7] a line goes with the last block that refers to it', () => {
  const lines = new Lines()
  lines.block('b2', { removed: { ...NO_USES, blockRefs: ['b1'] }, added: NO_USES }, true)
  expect(put(lines, [], block('rye'))).toEqual([{ id: 'b1' }])
})

test.each([
  ['nothing refers', false, [], false],
  ['the block refers to another', true, [], true],
  ['another refers to the block', false, ['b1'], true],
])('[D2.7] texts that were read are stale after a change where %s: %s', (_, refers, referred, stale) => {
  const lines = new Lines()
  lines.block('b1', NOTHING, refers)
  put(lines, referred, block('rye'))
  expect(lines.isStale).toBe(stale)
})
