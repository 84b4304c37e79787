/** Pages with their blocks as JSON, several in one answer. */
import { LIMITS, type PageAnswer } from '@notegraph/contract'
import { blockJson, blockJsonOn, pageJson } from '@notegraph/graph'
import type { OutlinedBlock } from '@notegraph/store'
import { answer, envelope, etagOf, items, versionOf, type Answer } from './answer.ts'
import type { FoundPage } from './reader.ts'

/** A page that begins with less room than this has no blocks in the answer, so that each block that has begun fits. */
const LEAST_ROOM = 1_000_000

/** A further page that fits into the answer. */
interface Further {
  readonly found: FoundPage
  /** The JSON of the page. */
  readonly json: string
  /** Bytes of its part of the answer without blocks. */
  readonly least: number
}

/**
 * The answer for one page, and for further ones under `more`. Each part has its page at least, so the room for it is kept
 * before blocks take the rest. If the pages alone are too large, the last ones are left out.
 * @param offset the place of the first block in each list
 */
export function pageAnswer(first: FoundPage, more: readonly FoundPage[], offset: number): Answer<PageAnswer> {
  const page = pageJson(first.page)
  // Without blocks of the first page, a caller would ask for the same offset forever.
  const mostKept = LIMITS.answerBytes - LEAST_ROOM - Buffer.byteLength(page)
  const further = fittingPages(more, offset, mostKept)
  let room = LIMITS.answerBytes - further.reduce((sum, { least }) => sum + least, 0)
  const members = pageMembers(first, page, offset, room)
  if (further.length > 0) room -= Buffer.byteLength(members)
  const others = further.map(({ found, json, least }) => {
    const part = furtherJson(found, json, offset, room + least)
    room -= Buffer.byteLength(part) + 1 - least
    return part
  })
  const end = more.length === 0 ? '' : `,"more":[${others.join()}]`
  return answer(`{${members}${end}}`, etagOf(page))
}

/** The first pages that fit without their blocks. @param most bytes of all of them */
function fittingPages(pages: readonly FoundPage[], offset: number, most: number): readonly Further[] {
  const fitting: Further[] = []
  let room = most
  for (const found of pages) {
    const json = pageJson(found.page)
    const least = Buffer.byteLength(furtherJson(found, json, offset, 0)) + 1
    room -= least
    if (room < 0) break
    fitting.push({ found, json, least })
  }
  return fitting
}

/**
 * The version and the blocks of one page, with the end of the list.
 * @param json the JSON of the page @param most bytes of the page with its blocks
 */
export function blocksJson(
  { page, section, blocks, total }: FoundPage,
  json: string,
  offset: number,
  most: number = LIMITS.answerBytes,
): string {
  const shown = section ? `"section":${blockJson(section, section.pageName)},` : ''
  const block = blockJsonOn(page.id, page.name)
  const fitting = most < LEAST_ROOM ? [] : blocks
  const list = items(fitting, (one) => withFolded(block(one), one), `${json}${shown}`, most)
  const end = envelope(list.count, offset, total, blocks.length)
  return `"version":"${versionOf(json)}",${shown}"blocks":[${list.json}],${end}`
}

function pageMembers(found: FoundPage, json: string, offset: number, most: number): string {
  return `"page":${json},${blocksJson(found, json, offset, most)}`
}

const furtherJson = (found: FoundPage, json: string, offset: number, most: number): string =>
  `{${pageMembers(found, json, offset, most)}}`

/** The JSON of a block with the number of blocks that are folded away under it. */
const withFolded = (json: string, { folded = 0 }: OutlinedBlock): string =>
  folded === 0 ? json : `${json.slice(0, -1)},"folded":${folded}}`
