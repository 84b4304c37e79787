/** Import and export: the graph as an archive of Markdown. @see operations, import and export */
import {
  LIMITS,
  type ImportFinding,
  type ImportJob,
  type ImportPlan,
  type ImportReport,
} from '@notegraph/contract'
import { ok, type ExportProgress, counted, numbered } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { archiveResponse } from '../components/archive-response.ts'
import { confirmSignIn, notRecent } from '../components/confirm-sign-in.ts'
import { seeOther } from '../components/flash-message.ts'
import { notice } from '../components/notice.ts'
import { timeAt } from '../components/time.ts'
import { refusalLine } from '../components/refusal-words.ts'

const PATH = '/settings/transfer'
/** The address of the form for a dry run. */
const PREVIEW = `${PATH}?dry_run=true`
/** Seconds until the page of a running import reloads without a script. */
const AGAIN = 2

export const transfer: Page = {
  title: 'Import and export',
  path: PATH,
  section: 'settings',
  routes(on, deps) {
    on.get(PATH, async (visit) => overview(deps, visit))
    on.upload(PATH, async (visit, bytes) => {
      const isDry = visit.query.get('dry_run') === 'true'
      const started = await deps.imports.start(visit.account, bytes, isDry)
      if (started.ok) return seeOther(PATH)
      return { ...(await overview(deps, visit, refusalLine(started.refusal))), status: 400 }
    })
    on.get(`${PATH}/export`, async (visit) => {
      if (!visit.isRecent) return notRecent(visit, PATH)
      return archiveResponse(
        visit,
        'Export not started',
        ok(async () => deps.exports.start(visit.account)),
      )
    })
  },
}

const DOWNLOAD = html`<p><a class="button" href="${PATH}/export" data-begins>Download your notes</a></p>`

async function overview(deps: WebDeps, visit: Visit, error?: string): Promise<View> {
  const job = await deps.imports.read(visit.account.id)
  const exporting = deps.exports.read(visit.account.id)
  const isRunning = job?.state === 'running'
  return {
    title: 'Import and export',
    ...((isRunning || exporting.length > 0) && { refresh: AGAIN }),
    body: html`<p class="lead">
        Export your notes as Markdown files in the layout of Logseq, or import notes from another app.
      </p>
      <section class="card" aria-labelledby="export">
        <h2 id="export">Export</h2>
        <p>
          One zip archive holds all notes, pictures and files. You can import the archive again or open its
          notes in any editor.
        </p>
        ${visit.isRecent ? DOWNLOAD : confirmSignIn(visit, PATH)} ${exporting.map(onItsWay)}
      </section>
      <section class="card" aria-labelledby="import">
        <h2 id="import">Import</h2>
        ${job && (isRunning || error === undefined) && last(job, visit)} ${!isRunning && form(visit, error)}
      </section>`,
  }
}

function form({ plan }: Visit, error: string | undefined): Html {
  if (plan !== 'active')
    return html`<p class="muted">
      Your plan has ended. You can still export your notes. To import notes, renew the plan.
    </p>`
  const gigabytes = LIMITS.importBytes / 2 ** 30
  return html`<p>
      Choose a zip archive of a Logseq folder, an Obsidian vault or any folder of Markdown notes. You can also
      choose a JSON export of Roam Research, or an OPML outline (Workflowy, Dynalist, OmniOutliner). An import
      adds missing notes. It never overwrites or deletes notes.
    </p>
    <form method="post" action="${PATH}" enctype="multipart/form-data" data-drop>
      <div class="field drop">
        <label for="archive">Archive</label>
        <input
          id="archive"
          type="file"
          name="archive"
          accept=".zip,.json,.opml,application/zip"
          required
          aria-describedby="archive-hint ${error !== undefined && 'archive-error'}"
        />
        <p class="hint" id="archive-hint">
          Up to ${gigabytes} GB.<span class="with-script"> You can also drop the file here.</span>
        </p>
        ${error !== undefined && html`<p class="error" id="archive-error" role="alert">${error}</p>`}
      </div>
      <div class="actions">
        <button formaction="${PREVIEW}">Preview</button>
        <button class="quiet">Import</button>
      </div>
      <p class="hint">
        A preview reads the archive and reports the changes that an import would make. It changes nothing.
      </p>
    </form>`
}

const onItsWay = ({ done, total }: ExportProgress): Html =>
  html`<div class="live" data-live>
    <p role="status">
      ${total === 0 ? 'Creating the archive…' : `Sent ${done} of ${total} notes and files.`}
    </p>
    ${bar('Export', done, total)}
  </div>`

/** A progress bar; without a value while the total is unknown. */
const bar = (label: string, done: number, total: number): Html =>
  total === 0
    ? html`<progress aria-label="${label}"></progress>`
    : html`<progress aria-label="${label}" value="${done}" max="${total}"></progress>`

/** The progress of the running import, or the result of the last one. */
function last(job: ImportJob, { zone }: Visit): Html {
  if (job.state === 'running')
    return html`<div class="live" data-live>
      <p role="status">
        ${job.total === 0 ? 'Reading the archive…' : `${job.dryRun ? 'Read' : 'Imported'} ${job.done} of ${job.total} notes and files.`}
      </p>
      ${bar(job.dryRun ? 'Preview' : 'Import', job.done, job.total)}
      <p class="muted">You can leave this page. The ${job.dryRun ? 'preview' : 'import'} continues.</p>
    </div>`
  const when = timeAt(job.endedAt ?? job.startedAt, zone)
  if (job.report)
    return html`${notice(html`<p>${added(job.report)} <span class="muted">(${when})</span></p>`)} ${undo(job)}
    ${job.report.plan && planned(job.report.plan)} ${foundIn(job.report.findings ?? [])} ${places(job.report)}`
  if (job.dryRun)
    return notice(
      job.state === 'cut_off'
        ? html`The server stopped during the last preview (${when}). The preview changed nothing.`
        : html`The last preview failed (${when}). The preview changed nothing. ${job.error?.error}`,
      'warn',
    )
  if (job.state === 'cut_off')
    return notice(
      html`The server stopped during the last import (${when}). ${job.done} of ${job.total} notes and files
      were imported. Import the same archive again to add the rest. ${undo(job)}`,
      'warn',
    )
  return notice(
    html`The last import failed (${when}). ${job.error?.error} ${job.error?.hint} Notes imported before the
    failure are kept. ${undo(job)}`,
    'warn',
  )
}

/** The import in the list of changes, where it can be reverted. */
const undo = ({ changeId }: ImportJob): Html | undefined =>
  changeId === undefined
    ? undefined
    : html`<a href="/settings/changes/${encodeURIComponent(changeId)}">Show or revert this import</a>`

function added({ pages, journals, blocks, files, skipped, plan }: ImportReport): string {
  const parts = [
    counted(pages, 'page'),
    counted(journals, 'journal day'),
    counted(blocks, 'block'),
    counted(files, 'file'),
  ]
  const there =
    skipped > 0
      ? ` ${counted(skipped, 'page, block or file', 'pages, blocks and files')} already existed.`
      : ''
  return plan
    ? `Preview: an import would add ${parts.join(', ')}. Nothing was changed.`
    : `Added ${parts.join(', ')}.${there}`
}

const PLANNED: readonly (readonly [keyof ImportPlan, string])[] = [
  ['pages', 'Pages'],
  ['journals', 'Journal days'],
  ['blocks', 'Blocks'],
  ['files', 'Files'],
  ['properties', 'Properties of pages'],
]

/** The counts of a dry run. */
const planned = (plan: ImportPlan): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">In the archive</th>
        <th scope="col" class="number">Created</th>
        <th scope="col" class="number">Changed</th>
        <th scope="col" class="number">Unchanged</th>
      </tr>
    </thead>
    <tbody>
      ${PLANNED.map(([kind, title]) => {
        const { created, changed, unchanged } = plan[kind]
        return html`<tr>
          <th scope="row">${title}</th>
          ${[created, changed, unchanged].map((count) => html`<td class="number">${numbered(count)}</td>`)}
        </tr>`
      })}
    </tbody>
  </table>`

/** Content that changes in meaning or form, by kind. */
const foundIn = (findings: readonly ImportFinding[]): Html | false =>
  findings.length > 0 &&
  html`<details class="more">
    <summary>${counted(findings.length, 'kind of content', 'kinds of content')} changed or left out</summary>
    <ul>
      ${findings.map(
        ({ message, count, examples }) =>
          html`<li>
            ${numbered(count)} × ${message}
            <ul>
              ${examples.map(({ file, line }) => html`<li><code dir="auto">${file}:${line}</code></li>`)}
            </ul>
          </li>`,
      )}
    </ul>
  </details>`

/** Unreadable parts, and links to missing files. */
const places = ({ unread, unreadTotal, missing, missingTotal }: ImportReport): Html =>
  html`${
    unreadTotal > 0 &&
    html`<details class="more">
      <summary>Could not read ${counted(unreadTotal, 'place')}</summary>
      <ul>
        ${unread.map(({ file, line, why }) => html`<li><code dir="auto">${file}:${line}</code> ${why}</li>`)}
      </ul>
      ${rest(unreadTotal - unread.length)}
    </details>`
  }
  ${
    missingTotal > 0 &&
    html`<details class="more">
      <summary>
        ${counted(missingTotal, 'linked file is', 'linked files are')} missing from the archive
      </summary>
      <ul>
        ${missing.map(({ file, line, asset }) => html`<li><code dir="auto">${file}:${line}</code> <bdi>${asset}</bdi></li>`)}
      </ul>
      ${rest(missingTotal - missing.length)}
    </details>`
  }`

const rest = (count: number): Html | false =>
  count > 0 && html`<p class="muted">And ${counted(count, 'more', 'more')}.</p>`
