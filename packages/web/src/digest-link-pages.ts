/** The pages of the links in digests, for everybody who has the link. @see events 3 */
import { html, type Html } from './html.ts'
import { postForm } from './components/form.ts'
import { messagePage, plainPage } from './components/plain-page.ts'

/**
 * The page on which a person confirms an address.
 * @example
 * confirmDigestPage('/digest/confirm/ngm_x', 'ada@example.org')
 */
export const confirmDigestPage = (action: string, address: string): Promise<Response> =>
  asks(
    'Confirm your address',
    html`Send the daily digest of Notegraph to <bdi>${address}</bdi>?`,
    action,
    'Confirm',
  )

/**
 * The page after an address was confirmed.
 * @example
 * confirmedDigestPage('ada@example.org')
 */
export const confirmedDigestPage = (address: string): Promise<Response> =>
  plainPage(
    {
      title: 'Address confirmed',
      body: html`<p>The daily digest is sent to <bdi>${address}</bdi>.</p>`,
    },
    200,
  )

/**
 * The page on which a person ends a digest.
 * @example
 * endDigestPage('/digest/end/nge_x')
 */
export const endDigestPage = (action: string): Promise<Response> =>
  asks('Stop the daily digest', html`Stop the daily digest that led you here?`, action, 'Stop the digest')

/**
 * The page after a digest was ended.
 * @example
 * endedDigestPage()
 */
export const endedDigestPage = (): Promise<Response> =>
  messagePage(
    200,
    'Digest stopped',
    'You get no further digest this way. You can switch it on again in the settings.',
  )

/**
 * The page of a link that is unknown, used or too old.
 * @example
 * noDigestLink()
 */
export const noDigestLink = (): Promise<Response> =>
  messagePage(404, 'Link not found', 'This link was used or is too old.', 'Ask for a new link in the settings of the digest.') // prettier-ignore

const asks = (title: string, words: Html, action: string, button: string): Promise<Response> =>
  plainPage(
    {
      title,
      body: html`<div class="card">
        <p>${words}</p>
        ${postForm(action, html`<button class="button">${button}</button>`)}
      </div>`,
    },
    200,
  )
