/**
 * The outline of a page: its headings, or the blocks at its top that have others below them. Only a page with several has one.
 * Links lead to its headings and named blocks.
 * @see sharing 10
 */
import { blockWords, type Sources } from '@notegraph/render'
import { partIdOf, type SharedLine, type SharedView } from '@notegraph/service'
import { html, type Html } from '../html.ts'
import { blockOf } from './shared-sources.ts'

const HEADING = /^#{1,6}\s/
/** The fewest entries of an outline, the most, and the most characters of one. */
const FEWEST = 3
const MOST = 100
const LONGEST = 80

export interface PageOutline {
  /** The ids of the lines that links and the outline lead to. */
  readonly anchors: ReadonlyMap<number, string>
  /** Undefined for a page with too little for an outline. */
  readonly html?: Html
}

export function pageOutline({ lines, words }: Pick<SharedView, 'lines' | 'words'>): PageOutline {
  const sources: Sources = { block: blockOf(words), macro: () => '' }
  const anchors = new Map<number, string>()
  const taken = new Set<string>()
  for (const [n, { content, isContext }] of lines.entries()) {
    const id =
      isContext === true
        ? undefined
        : partIdOf(content, () => blockWords(content.split('\n', 1)[0]!, sources))
    if (id === undefined || taken.has(id)) continue
    taken.add(id)
    anchors.set(n, id)
  }
  const headings = places(lines, ({ content }) => HEADING.test(content))
  const chosen =
    headings.length >= FEWEST
      ? headings
      : places(
          lines,
          ({ depth, content }, n) => depth === 0 && (lines[n + 1]?.depth ?? 0) > 0 && content !== '',
        )
  const entries = chosen
    .slice(0, MOST)
    .map((n) => ({ n, words: wordsOf(lines[n]!.content, sources), level: levelOf(lines[n]!.content) }))
    .filter(({ words }) => words !== '')
  if (entries.length < FEWEST) return { anchors }
  for (const { n } of entries) if (!anchors.has(n)) anchors.set(n, `line-${n + 1}`)
  const top = Math.min(...entries.map(({ level }) => level))
  return {
    anchors,
    html: html`<aside class="page-outline">
      <nav aria-label="On this page">
        <p class="muted small" lang="en">On this page</p>
        <ul>
          ${entries.map(
            ({ n, words, level }) =>
              html`<li class="${level > top ? 'nested-entry' : 'entry'}">
                <a href="#${encodeURIComponent(anchors.get(n)!)}" dir="auto">${words}</a>
              </li>`,
          )}
        </ul>
      </nav>
    </aside>`,
  }
}

const places = (
  lines: readonly SharedLine[],
  isEntry: (line: SharedLine, n: number) => boolean,
): readonly number[] => lines.flatMap((line, n) => (line.isContext !== true && isEntry(line, n) ? [n] : []))

const levelOf = (content: string): number => /^#*/.exec(content)![0].length

function wordsOf(content: string, sources: Sources): string {
  const [line = ''] = content.split('\n', 1)
  const words = blockWords(line, sources)
  return words.length > LONGEST ? `${words.slice(0, LONGEST).toWellFormed()}…` : words
}
