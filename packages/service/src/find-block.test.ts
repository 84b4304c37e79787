/** @module-tag both-stores */
import { beforeEach, describe, expect, test } from 'vitest'
import { add, block, page, setUp, type Setup } from '../test/notes.ts'
import { findBlock, toErrorBody } from './index.ts'

let it: Setup
beforeEach(async () => {
  it = await setUp()
  await add(
    it.graph,
    page('p1', 'Plans'),
    block('c0a2f6de-71b4', 'p1', 'first'),
    block('c0a2f6de-99aa', 'p1', 'second\nline'),
    block('9b7e1d405c2a', 'p1', 'alone'),
    block('tiny', 'p1', 'short id'),
    block('9b7e1d40', 'p1', 'an id that begins another'),
  )
})

describe('[D10.3] a block is named by its id or a beginning of it', () => {
  test.each([
    ['c0a2f6de-71b4', 'c0a2f6de-71b4'],
    ['c0a2f6de-7', 'c0a2f6de-71b4'],
    ['^c0a2f6de-7', 'c0a2f6de-71b4'],
    [' 9b7e1d405 ', '9b7e1d405c2a'],
    ['9b7e1d40', '9b7e1d40'], // complete ids win
    ['tiny', 'tiny'],
  ])('%j is %s', async (written, id) => {
    expect(await findBlock(it.graph, written)).toMatchObject({ ok: true, value: { id, pageName: 'Plans' } })
  })

  test.each(['c0a2f6d', 'C0A2F6DE-7', 'c0a2f6de-71b45', 'p1', '', 'tin', '%%%%%%%%%', 'c0a2f6de 71b4'])(
    '%j is none',
    async (written) => {
      const refusal = { code: 'not_found', what: 'block', name: written }
      expect(await findBlock(it.graph, written)).toEqual({ ok: false, refusal })
    },
  )

  test('if several ids share a beginning, the error lists them', async () => {
    const found = await findBlock(it.graph, 'c0a2f6de')
    expect(found.ok ? undefined : toErrorBody(found.refusal)).toEqual({
      code: 'not_found',
      error:
        'Several block ids begin with "c0a2f6de": c0a2f6de-71b4 on "Plans", "first"; c0a2f6de-99aa on "Plans", "second".',
      hint: 'Send more characters of the id.',
    })
  })
})
