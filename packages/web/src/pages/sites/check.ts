/**
 * The pages of a site for its owner: what is new, what leaves, what stays private, and which pages have contact details or
 * comments.
 * @see sharing 5
 */
import type { CheckedPage, KeptPage, PublishedPage, SiteCheck } from '@notegraph/service'
import { counted } from '@notegraph/service'
import { pageLink } from '../../components/links.ts'
import { notice } from '../../components/notice.ts'
import { html, type Html } from '../../html.ts'
import { previewSection } from './preview.ts'

/** The lists of pages, and how the site will look. */
export const reviewSections = (check: SiteCheck): Html =>
  html`${checkSection(check, 'Preview')} ${check.preview().then(previewSection)}`

/** @param title the heading above the lists */
export function checkSection({ pages, leaving, kept, unread }: SiteCheck, title: string): Html {
  const fresh = pages.filter(({ isNew }) => isNew)
  const changed = pages.filter(({ isChanged }) => isChanged)
  const known = pages.filter(({ isNew, isChanged }) => !isNew && !isChanged)
  const commented = pages.filter(({ hasComments }) => hasComments)
  const personal = pages.filter(({ contact, contactText }) => contact.length + contactText.length > 0)
  return html`<section aria-labelledby="check">
    <h2 id="check">${title}</h2>
    <p class="muted">
      ${counted(pages.length, 'page')}${fresh.length > 0 && `, ${counted(fresh.length, 'new page')}`}${changed.length > 0 && `, ${counted(changed.length, 'changed page')}`}
    </p>
    ${personal.length > 0 && warning(personal)} ${commented.length > 0 && comments(commented)}
    ${unread > 0 && notSearched(unread)} ${list('New', fresh)} ${list('Changed', changed)}
    ${list('No longer published', leaving)} ${list('Published', known)}
    ${kept.length > 0 && keptPrivate(kept)}
    ${pages.length === 0 && html`<p class="empty">Nothing is published yet.</p>`}
  </section>`
}

const warning = (pages: readonly CheckedPage[]): Html =>
  notice(
    html`<p>
        <strong>Contact details.</strong> Everyone will be able to read the contact details on
        ${counted(pages.length, 'page')}:
      </p>
      <ul>
        ${pages.map((page) => html`<li>${pageLink(page.name, page.id)}: ${detailsOf(page)}</li>`)}
      </ul>`,
    'warn',
  )

const IN_TEXT = { email: 'an e-mail address in the text', phone: 'a phone number in the text' }

const detailsOf = ({ contact, contactText }: CheckedPage): string =>
  [...contact, ...contactText.map((kind) => IN_TEXT[kind])].join(', ')

const comments = (pages: readonly CheckedPage[]): Html =>
  notice(
    html`<p>
        <strong>Comments.</strong> Readers will not see the comments between %% signs on
        ${counted(pages.length, 'page')}:
      </p>
      <ul>
        ${pages.map(({ id, name }) => html`<li>${pageLink(name, id)}</li>`)}
      </ul>`,
  )

const keptPrivate = (pages: readonly KeptPage[]): Html =>
  html`<h3>Kept private</h3>
    <p class="muted">The options select these pages, but they are marked as private.</p>
    <ul>
      ${pages.map(({ id, name, marks }) => html`<li>${pageLink(name, id)}: <bdi>${marks.join(', ')}</bdi></li>`)}
    </ul>`

const notSearched = (pages: number): Html =>
  notice(
    `The site is large. The text of ${counted(pages, 'page')} was not searched for e-mail addresses, phone numbers and comments.`,
    'warn',
  )

const list = (title: string, pages: readonly Pick<PublishedPage, 'id' | 'name'>[]): Html | false =>
  pages.length > 0 &&
  html`<h3>${title}</h3>
    <ul>
      ${pages.map(({ id, name }) => html`<li>${pageLink(name, id)}</li>`)}
    </ul>`
