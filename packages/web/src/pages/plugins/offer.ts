/** A manifest before the person agrees: everything that the program may do, and the button that lets it in. */
import type { PluginOffer } from '@notegraph/contract'
import { postForm } from '../../components/form.ts'
import { html, type Html } from '../../html.ts'
import type { View } from '../../page.ts'
import { pluginPath, PLUGINS, termsList } from './terms.ts'

export function offerPage(offer: PluginOffer): View {
  const { name, host, changes, installed } = offer
  if (changes?.length === 0) return upToDate(offer)
  const title = installed === undefined ? `Install ${name}?` : `Accept the changes of ${name}?`
  return {
    title,
    body: html`<p class="lead">
        The program runs at <strong><bdi>${host}</bdi></strong
        >, and nothing of it runs in Notegraph. Continue only if you trust this host with your notes.
      </p>
      ${termsList(offer, changes)}
      ${offer.pageTypes.length > 0 && html`<p>The server keeps each page type as a page in your notes, with its fields as blocks.</p>`}
      ${agree(offer, installed === undefined ? 'Install' : 'Accept changes')}`,
  }
}

const agree = ({ url, version, installed }: PluginOffer, words: string): Html =>
  postForm(
    PLUGINS,
    html`<input type="hidden" name="url" value="${url}" />
      <input type="hidden" name="version" value="${version}" />
      <div class="actions">
        <button class="button">${words}</button>
        <a class="button quiet" href="${installed === undefined ? PLUGINS : pluginPath(installed)}">Cancel</a>
      </div>`,
  )

const upToDate = ({ name, installed = '' }: PluginOffer): View => ({
  title: name,
  body: html`<p>The manifest says what you agreed to. There are no changes.</p>
    <p><a href="${pluginPath(installed)}">Back to the plug-in</a></p>`,
})
