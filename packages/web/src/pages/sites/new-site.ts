/** A new site: its form, and then the pages that it publishes. */
import { postForm } from '../../components/form.ts'
import { html } from '../../html.ts'
import type { View } from '../../page.ts'
import { reviewSections } from './check.ts'
import { NEW_SITE, publishForm, siteFields, SITES, type AskedSite } from './forms.ts'

export const newSitePage = ({ form, error, check }: AskedSite, takesHosts: boolean): View => ({
  title: 'New site',
  ...(error !== undefined && { status: 400 }),
  body: html`${check && html`${reviewSections(check)} ${publishForm(NEW_SITE, form, 'Publish')}`}
    <section aria-labelledby="options">
      <h2 id="options">${check ? 'Edit options' : 'Options'}</h2>
      ${postForm(
        NEW_SITE,
        html`${siteFields(form, error, takesHosts, true)}
          <div class="actions">
            <button class="button ${check && 'quiet'}">Preview</button>
            <a class="button quiet" href="${SITES}">Cancel</a>
          </div>`,
        'card',
      )}
    </section>`,
})
