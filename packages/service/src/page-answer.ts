/** Pages with their blocks as JSON, several in one answer. */
import { LIMITS, type PageAnswer } from '@notegraph/contract'
import { blockJson, blockJsonOn, pageJson } from '@notegraph/graph'
import type { OutlinedBlock } from '@notegraph/store'
import { answer, envelope, etagOf, items, versionOf, type Answer } from './answer.ts'
import type { FoundPage } from './reader.ts'

/** A page that begins with less room than this has no blocks in the answer, so that each block that has begun fits. */
const LEAST_ROOM = 1_000_000

/**
 * The answer for one page, and for further ones under `more`.
 * @param offset the place of the first block in each list
 */
export function pageAnswer(first: FoundPage, more: readonly FoundPage[], offset: number): Answer<PageAnswer> {
  const page = pageJson(first.page)
  const members = pageMembers(first, page, offset, LIMITS.answerBytes)
  let room = LIMITS.answerBytes - Buffer.byteLength(members)
  const others = more.map((one) => {
    const json = `{${pageMembers(one, pageJson(one.page), offset, room)}}`
    room -= Buffer.byteLength(json) + 1
    return json
  })
  const end = more.length === 0 ? '' : `,"more":[${others.join()}]`
  return answer(`{${members}${end}}`, etagOf(page))
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

/** The JSON of a block with the number of blocks that are folded away under it. */
const withFolded = (json: string, { folded = 0 }: OutlinedBlock): string =>
  folded === 0 ? json : `${json.slice(0, -1)},"folded":${folded}}`
