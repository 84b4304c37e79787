/** The fields, properties, aliases and tags of a page, as a list of words and values. */
import { parseInOrder } from '@notegraph/contract'
import type { StoredPage } from '@notegraph/store'
import { isSeenProp, numbered, otherProps } from '@notegraph/service'
import { html, type Html } from '../html.ts'

/** The most characters of a page's properties; devices and imports may write more than the API. */
const MOST_VALUES = 70_000
/** The most names in a list of aliases, tags or relations. */
const MOST_NAMES = 500

export interface PageFacts {
  readonly declaredType?: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  readonly props: Readonly<Record<string, string>>
  readonly aliases: readonly string[]
  readonly tags: readonly string[]
  readonly favorite?: true
}

/** How values and the names of pages are shown. */
export interface FactLooks {
  readonly value: (text: string) => Html
  readonly name: (name: string) => Html
}

export const factsOf = (page: StoredPage): PageFacts => parseInOrder(page.view) as PageFacts

/** @returns undefined for a page without any */
export const factList = (facts: PageFacts, looks: FactLooks): Html | undefined =>
  listOf(factRows(facts, looks), 'props card')

/** The same in words, to follow the words of the page. @returns undefined for a page without any */
export function factWords(facts: PageFacts, looks: FactLooks): Html | undefined {
  const props = Object.fromEntries(Object.entries(facts.props).filter(([key]) => isSeenProp(key)))
  return listOf(factRows({ ...facts, props }, looks), 'facts')
}

function listOf(rows: readonly FactRow[], looks: string): Html | undefined {
  if (rows.length === 0) return undefined
  return html`<dl class="${looks}">
    ${rows.map(
      ([label, shown, lang]) =>
        html`<div>
          <dt${lang && html` lang="${lang}"`}><bdi>${label}</bdi></dt>
          <dd dir="auto">${shown}</dd>
        </div>`,
    )}
  </dl>`
}

type FactRow = readonly [label: string, shown: Html, lang?: string]

function factRows(facts: PageFacts, { value, name }: FactLooks): FactRow[] {
  const names = (list: readonly string[]): Html =>
    html`${list
      .slice(0, MOST_NAMES)
      .map(
        (one, i) => html`${i > 0 && ', '}${name(one)}`,
      )}${list.length > MOST_NAMES && ` and ${numbered(list.length - MOST_NAMES)} more`}`
  let room = MOST_VALUES
  const cut = (text: string): Html => {
    const part = text.slice(0, room).toWellFormed()
    room -= part.length
    return part.length === text.length ? value(part) : html`${value(part)}…`
  }
  const rows: FactRow[] = Object.entries(facts.fields).map(([label, held]) => [
    label,
    typeof held === 'string' ? cut(held) : names(held),
  ])
  for (const [key, text] of otherProps(facts)) rows.push([key, cut(text)])
  if (facts.aliases.length > 0)
    rows.push(['Aliases', html`<bdi>${facts.aliases.slice(0, MOST_NAMES).join(', ')}</bdi>`, 'en'])
  if (facts.tags.length > 0) rows.push(['Tags', names(facts.tags), 'en'])
  return rows
}
