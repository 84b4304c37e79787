/** Block text: any text is a block, its marks are in order within it, and writing it changes nothing that was not asked. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import {
  fileIds,
  parseBlock,
  parseMarks,
  readInput,
  rewriteBlock,
  searchText,
  setMarker,
  visibleLine,
  visibleText,
} from '@notegraph/block-text'
import { outlineText } from '../../../packages/block-text/test/outline.ts'
import { bytesOf, textOf, type Target } from '../target.ts'

const target: Target = {
  name: 'block-text',
  grammar: outlineText.map(bytesOf),
  tokens:
    '[[ ]] [ ]( ) # #[[ (( )) {{embed }} {{ ` ``` ~~~ $ $$ <!-- --> < &# \\ :: | http:// [#A] TODO DONE > - :LOGBOOK: :END: SCHEDULED: #+BEGIN_SRC'
      .split(' ')
      .concat('\n', '\r\n', '\t', ' ', '\u0301', '\nkey:: ', '/api/files/', '<2026-11-20 Fri +1w>'),
  check(input) {
    const text = textOf(input)
    const { block, marks } = parseMarks(text)
    deepEqual(block, parseBlock(text))
    let end = 0
    for (const mark of marks) {
      ok(mark.start >= end && mark.end > mark.start, `the mark at ${mark.start} overlaps or is empty`)
      const [from, to] = mark.text ?? [mark.start, mark.end]
      ok(
        from >= mark.start && to <= mark.end && from <= to,
        `the text of the mark at ${mark.start} leaves it`,
      )
      end = mark.end
    }
    ok(end <= block.content.length, 'a mark leaves the text')
    visibleText(block)
    ok(!visibleLine(block).text.includes('\n'), 'the visible line has a line break')
    searchText(block)
    fileIds(text)

    const read = readInput(text)
    if (!read.ok) return
    equal(rewriteBlock(read.content, read.content), read.content)
    equal(parseBlock(setMarker(read.content, 'TODO')).marker, 'TODO')
    const written = rewriteBlock('DOING [#B] old\nkey:: value', read.content)
    equal(rewriteBlock(written, read.content), written, 'the same text sent again changes the block')
  },
}
export default target
