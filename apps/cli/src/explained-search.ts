/** The lines of `notegraph search --explain`: how the store answered a query, and what it read. */
import { numbered } from '@notegraph/graph'
import type { Explanation, TraceStep } from '@notegraph/store/sqlite'
import { counted, table } from './output.ts'

/** @param query as it was parsed, printed @param ms milliseconds that the search took */
export function explanationLines(query: string, explanation: Explanation, ms: number): string[] {
  const { settled, index, steps, terms, reads, total, truncated } = explanation
  return [
    ...table([
      ['Parsed', query],
      ['Days settled', settled],
      [
        'Index',
        `${counted(index.segments, 'segment')}, ${counted(index.records, 'record')}, ${number(index.unindexed)} unindexed`,
      ],
    ]),
    '',
    'Plan',
    ...steps.map((step) => `  ${stepLine(step)}`),
    ...(terms.length > 0 ? ['', 'Terms'] : []),
    ...terms.map(
      ({ texts, segments, terms: found }) =>
        `  ${texts.map(patternOf).join(' or ')}: ${counted(found, 'posting list')} in ${counted(segments, 'segment')}`,
    ),
    '',
    'Read',
    ...readLines(reads).map((line) => `  ${line}`),
    '',
    `${counted(total, 'match', 'matches')}${truncated ? ' or more' : ''} in ${ms.toFixed(1)} ms, from an empty cache.`,
  ]
}

const number = (value: number): string => numbered(Math.round(value))
const micros = (cost: number): string => `${number(cost)} µs`

function stepLine(step: TraceStep): string {
  switch (step.kind) {
    case 'listing':
      return `list the few blocks that can match${step.checked ? ', and check each' : ''} (estimate ${micros(step.cost)})`
    case 'span':
      return `records ${number(step.from)} to ${number(step.to - 1)}:`
    case 'operand':
      return `find ${step.query} (estimate ${micros(step.cost)}): ${number(step.before)} records become ${number(step.after)}`
    case 'check':
      return `check ${number(step.documents)} records for ${step.query}: cheaper than the index`
    case 'bounds':
      return step.sure === step.maybe
        ? `${number(step.sure)} records match`
        : `${number(step.sure)} records match, and ${number(step.maybe - step.sure)} more may`
    case 'enough':
      return `more match than are counted: read the ${number(step.unread)} older records only as needed`
    case 'scan':
      return `check all ${number(step.documents)} unindexed records in one pass`
  }
}

/** A part of a term as people write patterns: `*oat*`, or `oat*` for terms that begin with it. */
function patternOf(text: string): string {
  const part = JSON.stringify(text.replaceAll('\n', '').replaceAll('\t', ''))
  const kind = text.includes('\t') ? 'boundary ' : ''
  return `${kind}${text.startsWith('\n') ? '' : '*'}${part}${text.endsWith('\n') ? '' : '*'}`
}

function readLines({ docValues, ...reads }: Explanation['reads']): string[] {
  const fields = Object.entries(docValues).map(([field, strips]) => `${field} ${number(strips)}`)
  const lines = [
    reads.termBlocks > 0 && counted(reads.termBlocks, 'term block'),
    reads.postingRows > 0 &&
      `${counted(reads.postingRows, 'row')} of posting lists, ${counted(reads.postingBytes, 'byte')}`,
    fields.length > 0 && `strips of doc values: ${fields.join(', ')}`,
    reads.listed > 0 && `${counted(reads.listed, 'block')} listed by references, properties or pages`,
    reads.checked > 0 && `${counted(reads.checked, 'block')} checked one by one`,
    reads.scanned > 0 && `${counted(reads.scanned, 'unindexed record')} in one pass`,
    reads.times > 0 && `the time of ${counted(reads.times, 'block')}`,
  ].filter((line) => line !== false)
  return lines.length > 0 ? lines : ['listed blocks only']
}
