/** The terms of a plug-in in words: its host, its access, the changes that it hears of, and its page types. */
import type { Plugin, PluginChange, PluginEvents, PluginOffer } from '@notegraph/contract'
import { html, type Html } from '../../html.ts'
import { writerWords } from '../webhooks/writers.ts'

export const PLUGINS = '/settings/plugins'
export const pluginPath = (id: string): string => `${PLUGINS}/${encodeURIComponent(id)}`

type Terms = Pick<Plugin, 'name' | 'host' | 'url' | 'description' | 'site' | 'scope' | 'events' | 'pageTypes'>

const ACCESS = { read: 'Reads all your notes', write: 'Reads and writes all your notes' } as const

/** @param changes the members to mark as changed */
export function termsList(terms: Terms, changes: PluginOffer['changes'] = []): Html {
  const row = (member: PluginChange | undefined, word: string, value: Html | string): Html =>
    html`<div>
      <dt>
        ${word}${member !== undefined && changes.includes(member) && html` <span class="badge">changed</span>`}
      </dt>
      <dd>${value}</dd>
    </div>`
  const { name, host, url, description, site, scope, events, pageTypes } = terms
  return html`<dl class="props card">
    ${row('name', 'Name', html`<bdi>${name}</bdi>`)}
    ${row(undefined, 'Published by', html`<bdi>${host}</bdi>`)}
    ${(description !== undefined || changes.includes('description')) && row('description', 'Purpose', html`<bdi>${description ?? 'None'}</bdi>`)}
    ${(site !== undefined || changes.includes('site')) && row('site', 'Website', site === undefined ? 'None' : html`<a href="${site}" rel="noreferrer"><bdi>${site}</bdi></a>`)}
    ${row('scope', 'Access', ACCESS[scope])} ${row('events', 'Hears of', eventWords(events))}
    ${row('pageTypes', 'Page types', typeWords(pageTypes))}
    ${row(undefined, 'Manifest', html`<bdi>${url}</bdi>`)}
  </dl>`
}

function eventWords(events: PluginEvents | undefined): Html | string {
  if (!events) return 'No changes'
  const { url, tag, type, query, by, blocks } = events
  const part = tag === undefined ? (type ?? query ?? 'all changes') : `#${tag}`
  return html`<bdi>${part}</bdi
    >${by !== undefined && html`, written by: ${writerWords({ by, token: undefined }, [])}`}${blocks === true && ', with the text of blocks'},
    at <bdi>${url}</bdi>`
}

const typeWords = (types: Plugin['pageTypes']): Html | string =>
  types.length === 0
    ? 'None'
    : html`${types.map(
        ({ label, fields }) =>
          html`<p>
            <bdi>${label}</bdi
            >${fields.length > 0 && html`: <bdi>${fields.map((field) => field.label).join(', ')}</bdi>`}
          </p>`,
      )}`
