/** A page in a list, with the alias or the value that a search found it by. */
import { snippetOf, wordPlaces } from '@notegraph/block-text'
import { entriesInOrder } from '@notegraph/contract'
import type { StoredPage } from '@notegraph/store'
import { lineWords } from '@notegraph/render'
import { counted } from '@notegraph/service'
import { html, type Html } from '../html.ts'
import { pageIdAddress } from './links.ts'
import { marked, markedAt } from './marked.ts'
import { factsOf } from './page-facts.ts'
import { agoAt } from './time.ts'
import { shownName } from './page-name.ts'
import { typeWord } from './type-labels.ts'

export interface PageItemOptions {
  readonly now: number
  readonly zone: string
  /** The searched words, which are marked. */
  readonly words?: readonly string[]
}

/** The most characters that are shown of a value. */
const MOST = 160

export const pageItem = (page: StoredPage, { now, zone, words = [] }: PageItemOptions): Html =>
  html`<li>
    <span class="name"
      ><a href="${pageIdAddress(page.id)}"><bdi>${marked(shownName(page), words)}</bdi></a></span
    >
    <span class="muted small"
      >${typeWord(page.type)} · ${counted(page.counts.blocks, 'block')} ·
      ${agoAt(page.editedAt, now, zone)}</span
    >
    ${foundBy(page, words)}
  </li>`

/** The first alias or value with a word that the name has not; undefined if the name has all of them. */
function foundBy(page: StoredPage, words: readonly string[]): Html | undefined {
  const missing = words.filter((word) => wordPlaces(page.name, [word]).length === 0)
  if (missing.length === 0) return undefined
  const { aliases, fields, props } = factsOf(page)
  const texts: [string, string][] = [
    ...aliases.map((alias): [string, string] => ['Also called', alias]),
    ...Object.entries(fields).map(([label, value]): [string, string] => [
      `${label}:`,
      typeof value === 'string' ? value : value.join(', '),
    ]),
    ...entriesInOrder(props).map(([key, value]): [string, string] => [`${key}:`, value]),
  ]
  const found = texts.find(([, text]) => wordPlaces(text, missing).length > 0)
  if (!found) return undefined
  const snippet = snippetOf(lineWords(found[1]), words, MOST)
  return html`<span class="why small"
    ><bdi class="muted">${found[0]}</bdi> <bdi>${markedAt(snippet.text, snippet.matches)}</bdi></span
  >`
}
