/** The blocks that a search found: short ones as on their page, long ones as a snippet, with the searched words marked. */
import { snippetOf } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import type { FoundBlock } from '@notegraph/store'
import { blockWords, markedHtml, markedText, needsOf, readBlock } from '@notegraph/render'
import type { Visit } from '../page.ts'
import { blockSources } from './block-sources.ts'
import type { ReadDeps } from './embeds.ts'
import type { ShownBlocks } from './outline.ts'
import { showBlocks } from './shown-blocks.ts'

/** The most characters of a block whose marks are read for a snippet; an import may create far longer blocks. */
const MOST_READ = 20_000

const near = (content: string, words: readonly string[]): string =>
  content.length > MOST_READ ? snippetOf(content, words, MOST_READ).text : content

/** @param words the searched words */
export async function showMatches(
  deps: ReadDeps,
  visit: Visit,
  blocks: readonly FoundBlock[],
  words: readonly string[],
): Promise<ShownBlocks> {
  const isLong = ({ content }: FoundBlock): boolean => words.length > 0 && content.length > LIMITS.snippet
  const shown = new Map<string, string>()
  for (const [id, html] of await showBlocks(
    deps,
    visit,
    blocks.filter((block) => !isLong(block)),
  ))
    shown.set(id, markedHtml(html, words))
  const long = blocks.filter(isLong).map(({ id, content }) => ({ id, text: near(content, words) }))
  const needs = needsOf(long.map(({ text }) => readBlock(text)))
  const sources = await blockSources(deps, visit, needs, { written: new Map(), showEmbedded: undefined })
  for (const { id, text: content } of long) {
    const { text, matches } = snippetOf(blockWords(content, sources), words, LIMITS.snippet)
    shown.set(id, `<div class="block snippet" dir="auto">${markedText(text, matches)}</div>`)
  }
  return shown
}
