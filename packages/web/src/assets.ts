/**
 * The style sheet and the script of the pages. Their addresses hold a hash of what they say, so that a browser keeps them
 * for good and never shows an old one.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' }

interface Asset {
  readonly path: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

function asset(name: string, extension: keyof typeof TYPES): Asset {
  // Beside `src` and `dist` alike.
  const bytes = new Uint8Array(readFileSync(new URL(`../assets/${name}.${extension}`, import.meta.url)))
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
  return { path: `/assets/${name}-${hash}.${extension}`, type: TYPES[extension], bytes }
}

export const STYLE: Asset = asset('style', 'css')
export const SCRIPT: Asset = asset('script', 'js')
export const ICON: Asset = asset('icon', 'svg')

export function assetRoutes(app: Hono): void {
  for (const { path, type, bytes } of [STYLE, SCRIPT, ICON])
    app.get(path, (c) =>
      c.body(bytes, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' }),
    )
}
