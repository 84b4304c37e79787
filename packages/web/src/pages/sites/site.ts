/** One site: its address, the pages that readers see, its options, and its end. */
import type { HostRecord, OwnSite, SiteCheck, SiteView } from '@notegraph/service'
import { confirmPage, endSection } from '../../components/confirm.ts'
import { postForm, textField } from '../../components/form.ts'
import { doneNotice } from '../../components/notice.ts'
import { html, type Html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { checkSection, reviewSections } from './check.ts'
import {
  archivePath,
  EMPTY,
  publishForm,
  siteFields,
  SITES,
  sitePath,
  type AskedSite,
  type SiteForm,
} from './forms.ts'
import { closedSection, readersAddress } from '../../components/published.ts'
import { resourceTable } from '../../components/resource.ts'
import { dateAt } from '../../components/time.ts'
import { stateOf } from './list.ts'

interface SiteState {
  /** The sent form, if it was refused or checked. */
  readonly asked?: AskedSite | undefined
  readonly done?: string | undefined
  /** The pages that readers see now. */
  readonly now?: SiteCheck | undefined
  readonly takesHosts: boolean
}

const DONE = {
  published: 'Site published. Anyone can read it.',
  changed: 'Site updated.',
  opened: 'Site opened again. Anyone can read it.',
}

export function sitePage(own: OwnSite, { zone }: Visit, { asked, done, now, takesHosts }: SiteState): View {
  const { site } = own
  const isOpen = site.endedAt === undefined
  const check = asked?.check
  return {
    title: site.title,
    body: html`${doneNotice(DONE, done)}
      ${check && html`${reviewSections(check)} ${publishForm(sitePath(site.slug), asked.form, 'Save')}`}
      ${isOpen && readersAddress('address', site.url)}
      ${isOpen && site.hostRecords && recordsSection(site.hostRecords)}
      <p class="muted">${stateOf(site)}. Created ${dateAt(site.createdAt, zone)}.</p>
      ${site.closedAt !== undefined && closedSection({ what: 'site', read: 'it', path: sitePath(site.slug), end: 'Unpublish', error: asked?.error })}
      ${isOpen && !check && now && nowSection(own, now)}
      ${isOpen && changeSection(site, asked ?? { form: formOf(own) }, takesHosts)}
      <p><a href="${SITES}">All sites</a></p>`,
  }
}

const recordsSection = (records: readonly HostRecord[]): Html =>
  html`<section aria-labelledby="names">
    <h2 id="names">Names of its own</h2>
    <p>
      The site answers at each name as soon as the name leads to this server and has this TXT record. Keep the
      record: without it, the site leaves the name.
    </p>
    ${resourceTable(records, [
      ['Site', ({ host }) => html`<a href="https://${host}/" rel="noreferrer">${host}</a>`],
      ['Name of the TXT record', ({ name }) => html`<code>${name}</code>`],
      ['Value', ({ value }) => html`<code>${value}</code>`],
    ])}
  </section>`

/** A site that does not follow the graph may have pages that readers do not see yet. */
const nowSection = (own: OwnSite, now: SiteCheck): Html =>
  own.site.follows
    ? checkSection(now, 'Published pages')
    : html`${reviewSections(now)} ${publishForm(sitePath(own.site.slug), formOf(own), 'Publish now')}`

/** The form of a site as it is. */
const formOf = ({ site, chosen, start, navigation, look }: OwnSite): SiteForm => ({
  ...EMPTY,
  ...look,
  slug: site.slug,
  title: site.title,
  pages: chosen.join('\n'),
  tag: site.tag ?? '',
  type: site.type ?? '',
  query: site.query ?? '',
  except: site.except ?? '',
  start: start ?? '',
  navigation: navigation.join('\n'),
  hosts: site.hosts?.join('\n') ?? '',
  lang: site.lang ?? '',
  journals: site.journals,
  manual: !site.follows,
})

const changeSection = ({ slug }: SiteView, { form, error }: AskedSite, takesHosts: boolean): Html =>
  html`<section aria-labelledby="change">
      <h2 id="change">Edit site</h2>
      ${postForm(
        sitePath(slug),
        html`${siteFields(form, error, takesHosts)} <button class="button">Preview</button>`,
        'card',
      )}
    </section>
    <section aria-labelledby="download">
      <h2 id="download">Download the site</h2>
      <p>A zip archive with the site as plain files, which any web host can serve.</p>
      <form method="get" action="${archivePath(slug)}" class="card">
        ${textField({
          name: 'base',
          label: 'Address on the web',
          hint: 'Where you will put the files, such as https://garden.example. With it, the site has feeds and a map for search engines. You can leave it empty.',
          how: html`type="url" autocomplete="off"`,
        })}
        <button class="button quiet">Download</button>
      </form>
    </section>
    ${endSection('end', 'Unpublish site', 'Readers lose access immediately. You keep the address.', `${sitePath(slug)}/end`, 'Unpublish')}`

export const confirmEnd = ({ slug, title }: SiteView): View =>
  confirmPage({
    title: 'Unpublish this site?',
    words: html`<p>
      Readers of <strong><bdi>${title}</bdi></strong> lose access immediately. You can publish the site again
      later.
    </p>`,
    action: `${sitePath(slug)}/end`,
    button: 'Unpublish',
    back: sitePath(slug),
  })
