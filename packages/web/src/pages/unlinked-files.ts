/** Imported files that no note links, below Storage: lists and deletes them. */
import { LIMITS, type UnlinkedFileList } from '@notegraph/contract'
import { counted } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Routes, View, Visit } from '../page.ts'
import { confirmPage } from '../components/confirm.ts'
import { redirectWithFlash, seeOther } from '../components/flash-message.ts'
import { postForm } from '../components/form.ts'
import { offsetOf, paging } from '../components/paging.ts'
import { byteSize } from '../components/byte-size.ts'
import { dateAt } from '../components/time.ts'
import { refusedMessage } from '../components/refusal-words.ts'

const STORAGE = '/settings/storage'
const PATH = `${STORAGE}/files`
const ALL = { limit: LIMITS.filesRemovedAtOnce, offset: 0 }

/** The result of a deletion: the numbers of deleted and kept files. */
export interface FileRemoval {
  readonly removed: number
  readonly left: number
}

export function readRemoved(said: unknown): FileRemoval | undefined {
  const { removed, left } = said as Readonly<Record<string, unknown>>
  return typeof removed === 'number' && typeof left === 'number' ? { removed, left } : undefined
}

export const removedWords = ({ removed, left }: FileRemoval): string =>
  left === 0
    ? `${counted(removed, 'file')} deleted.`
    : `${counted(removed, 'file')} deleted. ${counted(left, 'file')} kept, because a note now links there.`

export function unlinkedRoutes(on: Routes, deps: WebDeps): void {
  on.get(`${PATH}/remove`, async (visit) => {
    if (visit.plan === 'none') return seeOther(STORAGE)
    const { total } = await deps.storage.unlinked(visit.account, { limit: 1, offset: 0 })
    return total === 0 ? seeOther(STORAGE) : confirm(total)
  })
  on.post(`${PATH}/remove`, async (visit, form) => {
    if (visit.plan === 'none') return seeOther(STORAGE)
    const ids = form.has('all')
      ? (await deps.storage.unlinked(visit.account, ALL)).files.map(({ id }) => id)
      : form.getAll('file').filter((id) => typeof id === 'string')
    if (ids.length === 0) return seeOther(STORAGE)
    const done = await deps.storage.removeUnlinked(visit.account, ids.slice(0, ALL.limit))
    if (!done.ok) return refusedMessage('No files deleted', done.refusal)
    const { removed, left } = done.value
    return redirectWithFlash(deps.baseUrl(), STORAGE, { removed: removed.length, left: left.length })
  })
}

/** The list; undefined if there is no such file. */
export async function unlinkedFiles(deps: WebDeps, visit: Visit): Promise<Html | undefined> {
  const offset = offsetOf(visit.query)
  const list = await deps.storage.unlinked(visit.account, { limit: LIMITS.webRows, offset })
  return list.total === 0 ? undefined : section(list, visit, offset)
}

function section({ files, total }: UnlinkedFileList, { zone, query, plan }: Visit, offset: number): Html {
  const mayRemove = plan === 'active'
  const table = html`<table class="stack">
    <thead>
      <tr>
        ${mayRemove && html`<th scope="col"><span class="unseen">Select</span></th>`}
        <th scope="col">Name</th>
        <th scope="col" class="number">Size</th>
        <th scope="col">Imported</th>
      </tr>
    </thead>
    <tbody>
      ${files.map(
        ({ id, name, path, size: bytes, createdAt }) =>
          html`<tr>
            ${mayRemove && html`<td><input type="checkbox" name="file" value="${id}" aria-label="Select ${name}" /></td>`}
            <th scope="row"><bdi>${path ?? name}</bdi></th>
            <td class="number" data-label="Size">${byteSize(bytes)}</td>
            <td data-label="Imported">${dateAt(createdAt, zone)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
  const actions = html`<div class="actions">
    <button class="button danger">Delete selected</button>
    <a class="button quiet" href="${PATH}/remove">Delete all</a>
  </div>`
  return html`<section aria-labelledby="unlinked">
    <h2 id="unlinked">Unlinked files</h2>
    <p class="muted">
      An import brought ${counted(total, 'file')} that no note links to. The server keeps them until you
      delete them.
    </p>
    ${mayRemove ? postForm(`${PATH}/remove`, html`${table} ${actions}`) : table}
    ${paging({ path: STORAGE, query, offset, limit: LIMITS.webRows, total })}
  </section>`
}

const confirm = (total: number): View =>
  confirmPage({
    title: 'Delete unlinked files?',
    words: html`<p>
      This deletes <strong>${counted(Math.min(total, ALL.limit), 'file')}</strong> that no note links to. This
      can’t be undone.
    </p>`,
    action: `${PATH}/remove`,
    fields: html`<input type="hidden" name="all" value="all" />`,
    button: 'Delete',
    back: STORAGE,
  })
