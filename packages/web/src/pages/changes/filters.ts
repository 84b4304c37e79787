/** Filters of the changes: by who made them, and by page. */
import { options } from '../../components/options.ts'
import { plainName } from '../../components/plain-name.ts'
import { html, type Html } from '../../html.ts'

export interface Chosen {
  readonly token: string | undefined
  readonly page: string | undefined
}

/** @param all the names of those who may have made changes, each with its label, the latest last */
export function filters(
  path: string,
  all: readonly (readonly [name: string, label: string])[],
  { token, page }: Chosen,
): Html {
  const names = new Map(all.toReversed())
  return html`<form method="get" action="${path}" class="filters" role="search" aria-label="Changes">
    <div class="field">
      <label for="token">Made by</label>
      <select id="token" name="token">
        ${options([['', 'Anyone'], ...[...names].map(([name, label]) => [name, plainName(label)] as const)], token ?? '')}
      </select>
    </div>
    <div class="field">
      <label for="page">Page</label>
      <input
        id="page"
        name="page"
        dir="auto"
        autocomplete="off"
        placeholder="Page name"
        value="${page ?? ''}"
      />
    </div>
    <button class="quiet">Filter</button>
  </form>`
}
