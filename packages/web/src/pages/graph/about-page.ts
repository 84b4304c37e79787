/** The facts of a page above its blocks: its type and size, its fields and its properties. */
import type { StoredPage } from '@notegraph/store'
import { counted } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { favoriteButton } from '../../components/favorites.ts'
import { HISTORY_PATH, pageAddress, PROPERTIES_PATH, withId } from '../../components/links.ts'
import { factList, factsOf } from '../../components/page-facts.ts'
import { agoAt } from '../../components/time.ts'
import { typeWord } from '../../components/type-labels.ts'
import { valueHtml } from '../../components/value-html.ts'
import { newSharePath } from '../sharing/forms.ts'

/** A script replaces all of it after the properties were saved. */
export function aboutPage(deps: Pick<WebDeps, 'clock'>, { plan, zone }: Visit, page: StoredPage): Html {
  const facts = factsOf(page)
  return html`<div data-block="page:${page.id}">
    <p class="muted">
      ${typeWord(page.type)} · ${counted(page.counts.blocks, 'block')}, ${counted(page.counts.words, 'word')}
      · edited ${agoAt(page.editedAt, deps.clock(), zone)} ·
      <a href="${newSharePath(page.id)}">Share</a> · <a href="${withId(HISTORY_PATH, page.id)}">History</a>
      ${plan === 'active' && html`· <a href="${withId(PROPERTIES_PATH, page.id)}" data-edit>Edit properties</a>`}
    </p>
    ${favoriteButton(page.id, facts.favorite === true)}
    ${factList(facts, {
      value: valueHtml,
      name: (name) => html`<a href="${pageAddress(name)}"><bdi>${name}</bdi></a>`,
    })}
  </div>`
}
