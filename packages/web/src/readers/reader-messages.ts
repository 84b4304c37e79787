/** Pages for readers in place of a page: the question for its password, and the news that there is none. */
import { LIMITS } from '@notegraph/contract'
import { shareAddress, siteAddress } from '@notegraph/service'
import type { Site } from '@notegraph/store'
import { postForm } from '../components/form.ts'
import { message } from '../components/message.ts'
import { html, type Child } from '../html.ts'
import { readerPage, type ReaderView } from './reader-page.ts'
import type { ShownLook } from './site-look.ts'
import { SCRIPTED, unlistedOn } from './site-pages.ts'

/** The fault of the password that a reader sent. */
export type PasswordFault = 'wrong' | 'often' | 'busy'

const FAULTS: Readonly<Record<PasswordFault, string>> = {
  wrong: 'Wrong password. Try again.',
  often: 'Too many attempts. Wait a minute, then try again.',
  busy: 'Too many people are sending passwords. Wait a few seconds, then try again.',
}

/**
 * Asks for the password of a shared page, without its name.
 * @returns HTML
 * @example
 * await passwordPage(id, 'wrong')
 */
export const passwordPage = (id: string, fault?: PasswordFault): Promise<string> =>
  readerPage({
    title: 'Shared page',
    body: html`<p class="lead">This page is protected by a password. Ask the person who sent you the link.</p>
      ${postForm(
        shareAddress(id),
        html`<div class="field">
            <label for="password">Password</label>
            <input
              id="password"
              name="password"
              type="password"
              required
              maxlength="${LIMITS.sharePassword}"
              autocomplete="off"
              ${fault !== undefined && html`aria-invalid="true" aria-describedby="password-error"`}
            />
            ${fault !== undefined && html`<p class="error" id="password-error" role="alert">${FAULTS[fault]}</p>`}
          </div>
          <p class="actions"><button>Open page</button></p>`,
      )}`,
  })

type FileFrame = Pick<ReaderView, 'policy' | 'style'>
type ReaderFrame = FileFrame & Pick<ReaderView, 'site'>

const words = (title: string, text: string, more?: Child, frame?: ReaderFrame): Promise<string> =>
  readerPage({ ...message(title, text, more), ...frame })

/**
 * The page for a link that never was, and for one that ended: both look the same.
 * @returns HTML
 * @example
 * await noSharedPage()
 */
export const noSharedPage = (): Promise<string> =>
  words(
    'Page not found',
    'The link is wrong, or the page is no longer shared.',
    'Ask the person who sent you the link for a new one.',
  )

const NOT_PUBLISHED = ['Page not found', 'The address is wrong, or the page is no longer published.'] as const

/**
 * The page for an address below which no site is.
 *
 * @param file the policy and the style of a file of a static site
 * @returns HTML
 * @example
 * await noPublishedPage()
 */
export const noPublishedPage = (file?: FileFrame): Promise<string> => words(...NOT_PUBLISHED, undefined, file)

/**
 * The page for an address of a site that shows nothing, with the way back to the site and its search. A page that left the
 * site and one that never was on it look the same.
 *
 * @param hasFeeds whether the site has feeds
 * @param file the policy and the style of a file of a static site
 * @returns HTML
 * @example
 * await noPageOfSite(site, look, true)
 */
export const noPageOfSite = (
  site: Site,
  look: ShownLook,
  hasFeeds: boolean,
  file?: FileFrame,
): Promise<string> =>
  words(
    ...NOT_PUBLISHED,
    html`<a href="${siteAddress(site.slug)}">Go to the start page of <bdi>${site.title}</bdi></a>`,
    { ...file, site: { ...unlistedOn(site, look, hasFeeds), ...(!file && SCRIPTED) } },
  )

/**
 * The page for a request that readers can't make, such as a form where none is.
 * @param error the reason
 * @returns HTML
 * @example
 * await notForReaders('This path does not accept POST. It accepts GET, HEAD.')
 */
export const notForReaders = (error: string): Promise<string> =>
  words('Page not found', error, 'Open the address again in the address bar.')

/**
 * The page while the account moves to another server.
 * @returns HTML
 * @example
 * await sharedPageMoving()
 */
export const sharedPageMoving = (): Promise<string> =>
  words('Back in a minute', 'This page is being moved to another server.', 'Try again in a minute.')

/**
 * The page for readers beyond their rate.
 * @returns HTML
 * @example
 * await tooManyReads()
 */
export const tooManyReads = (): Promise<string> =>
  words(
    'Too many requests',
    'Your network opened too many pages in a minute.',
    'Wait a minute, then try again.',
  )

/**
 * The page of an internal error.
 * @returns HTML
 * @example
 * await readerError('0199f1c2')
 */
export const readerError = (requestId: string): Promise<string> =>
  words(
    'Something went wrong',
    'The server failed to show this page.',
    `Try again later. Request id: ${requestId}`,
  )
