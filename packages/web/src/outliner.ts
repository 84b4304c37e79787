/**
 * The outliner. Its shell is empty and the same for everyone. Script and style sheet come from the build, and a worker opens
 * it without a network. Without a build, the start page is that of the pages without a script.
 *
 * @see outliner 1.2, 2.1
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { OUTLINER_PLACES } from '@notegraph/service'
import type { Hono } from 'hono'
import {
  DIAGRAMS_SCRIPT,
  ICON,
  OUTLINER_LATER,
  OUTLINER_STYLE,
  serveAsset,
  TOUCH_ICON,
  TYPES,
} from './assets.ts'
import { DRAWS } from './components/diagrams.ts'
import { html } from './html.ts'
import { COLORS, MANIFEST_PATH } from './manifest.ts'

// The path is the same from `src` and from `dist`.
const FOLDER = new URL('../dist/outliner/', import.meta.url)
const WORKER = new URL('../assets/outliner-worker.js', import.meta.url)
const WORKER_PATH = '/outliner-worker.js'

interface BuiltFile {
  readonly file: string
  readonly css?: readonly string[]
  readonly isEntry?: boolean
}

interface Outliner {
  readonly shell: ReturnType<typeof html>
  /** Files of the build, by the path of their address. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  readonly worker: string
}

let read: Outliner | undefined

/** @returns whether there is a build, which a process reads once */
export function outlinerRoutes(app: Hono): boolean {
  if (!read && !existsSync(new URL('manifest.json', FOLDER))) return false
  read ??= readBuild()
  const { shell, files, worker } = read
  for (const place of OUTLINER_PLACES)
    app.get(place, async (c) => c.html(shell, 200, { 'Cache-Control': 'no-cache' }))
  for (const [path, bytes] of files)
    serveAsset(app, { path, type: path.endsWith('.css') ? TYPES.css : TYPES.js, bytes: () => bytes })
  app.get(WORKER_PATH, (c) => c.body(worker, 200, { 'Content-Type': TYPES.js, 'Cache-Control': 'no-cache' }))
  return true
}

function readBuild(): Outliner {
  const built = Object.values(
    JSON.parse(readFileSync(new URL('manifest.json', FOLDER), 'utf8')) as Readonly<Record<string, BuiltFile>>,
  )
  const entry = built.find(({ isEntry }) => isEntry === true)!
  const names = readdirSync(FOLDER).filter((file) => /\.(?:js|css)$/.test(file))
  const pathOf = (file: string): string => `/assets/outliner/${file}`
  const own = [OUTLINER_STYLE, OUTLINER_LATER, ICON, DIAGRAMS_SCRIPT].map(({ path }) => path)
  const kept = [...names.map(pathOf), ...own]
  const version = createHash('sha256').update(kept.join('\n')).digest('base64url').slice(0, 12)
  return {
    shell: shellOf(pathOf(entry.file), (entry.css ?? []).map(pathOf)),
    files: new Map(names.map((file) => [pathOf(file), new Uint8Array(readFileSync(new URL(file, FOLDER)))])),
    worker: `const SHELL = ${JSON.stringify({ version, places: OUTLINER_PLACES, files: kept })}\n${readFileSync(WORKER, 'utf8')}`,
  }
}

const shellOf = (script: string, styles: readonly string[]) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta
          http-equiv="Content-Security-Policy"
          content="require-trusted-types-for 'script'; trusted-types notegraph"
        />
        <title>Notegraph</title>
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="${COLORS.light}" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${COLORS.dark}" />
        <link rel="manifest" href="${MANIFEST_PATH}" />
        <link rel="apple-touch-icon" href="${TOUCH_ICON.path}" />
        <link rel="icon" href="${ICON.path}" type="image/svg+xml" />
        <link rel="stylesheet" href="${OUTLINER_STYLE.path}" />
        <!-- For print, until the first view that needs it, so that nothing waits for it. -->
        <link id="later-look" rel="stylesheet" media="print" href="${OUTLINER_LATER.path}" />
        ${styles.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
        <script type="module" src="${script}"></script>
        ${DRAWS}
      </head>
      <body>
        <div id="app"></div>
        <noscript>
          <main class="text">
            <h1>Notegraph</h1>
            <p>Writing here needs JavaScript. <a href="/graph">Read your notes without it.</a></p>
          </main>
        </noscript>
      </body>
    </html>`
