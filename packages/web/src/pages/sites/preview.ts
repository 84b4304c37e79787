/** How a site will look: its pictures and files, and the beginning of the page that readers see first. @see sharing 5 */
import { counted, type SitePreview } from '@notegraph/service'
import { nameAddress, pageLink, previewFileAddress } from '../../components/links.ts'
import { html, type Html } from '../../html.ts'
import { sharedContent } from '../../readers/shared-content.ts'
import { siteSources } from '../../readers/site-sources.ts'
import { titleOf } from '../../readers/site-title.ts'

/** A site whose language is not known yet. */
const NO_LANGUAGE = { rule: {} }

export async function previewSection({ first, files, isMore }: SitePreview): Promise<Html> {
  const pictures = files.filter(({ type }) => type.startsWith('image/'))
  const others = files.filter(({ type }) => !type.startsWith('image/'))
  return html`${
    files.length > 0 &&
    html`<section aria-labelledby="files">
      <h2 id="files">Pictures and files</h2>
      <p class="muted">Readers will see ${isMore && 'more than '}${counted(files.length, 'file')}.</p>
      ${
        pictures.length > 0 &&
        html`<ul class="plain pictures">
          ${pictures.map(
            ({ pageId, pageName, name, number }) =>
              html`<li>
                <img src="${previewFileAddress(pageId, number)}" alt="${name}" loading="lazy" />
                <span class="muted small"><bdi>${name}</bdi> on ${pageLink(pageName, pageId)}</span>
              </li>`,
          )}
        </ul>`
      }
      ${
        others.length > 0 &&
        html`<ul>
          ${others.map(({ pageId, pageName, name }) => html`<li><bdi>${name}</bdi> on ${pageLink(pageName, pageId)}</li>`)}
        </ul>`
      }
    </section>`
  }
  ${first && firstPage(first)}`
}

/** Links lead to the pages of the graph, since those of the site may not be there yet. */
function firstPage(first: NonNullable<SitePreview['first']>): Html {
  const linkTo = (name: string): string | undefined =>
    first.linkTo(name) === undefined ? undefined : nameAddress(name)
  const view = { ...first, linkTo }
  const fileAddress = (n: number): string => previewFileAddress(view.page.id, n)
  const rest = view.total - view.shown
  return html`<section aria-labelledby="first">
    <h2 id="first">As readers see it</h2>
    <p class="muted">Words that readers can’t see read as “…”.</p>
    <div class="card">
      <h3 dir="auto">${titleOf(NO_LANGUAGE, view.page)}</h3>
      ${sharedContent(
        view,
        siteSources(NO_LANGUAGE, view, (n) => (n < 0 ? undefined : fileAddress(n))),
        fileAddress,
      )}
    </div>
    ${rest > 0 && html`<p class="muted">And ${counted(rest, 'more block')}.</p>`}
  </section>`
}
