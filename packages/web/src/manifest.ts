/** The manifest, with which browsers install the pages like an app. Its addresses are relative, so a base path needs no care. */
import type { Hono } from 'hono'
import { APP_ICONS } from './assets.ts'
import { ADD_PATH } from './components/links.ts'

export const MANIFEST_PATH = '/manifest.webmanifest'

/** The colors of the bar above the pages, as in the style sheet. */
export const COLORS = { light: '#ffffff', dark: '#201e1c' } as const

const relative = (path: string): string => path.slice(1)

export function manifestRoute(app: Hono): void {
  const manifest = JSON.stringify({
    id: './',
    name: 'Notegraph',
    short_name: 'Notegraph',
    description: 'Your notes, on every device and for your assistants.',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#faf9f6',
    theme_color: COLORS.light,
    share_target: {
      action: relative(ADD_PATH),
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
    },
    icons: APP_ICONS.map(({ path, type, sizes, purpose }) => ({ src: relative(path), type, sizes, purpose })),
  })
  app.get(MANIFEST_PATH, (c) =>
    c.body(manifest, 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=3600',
    }),
  )
}
