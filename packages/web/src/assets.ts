/**
 * The style sheets and scripts of the pages. Their addresses contain a hash of the content, or the version of the
 * library. So browsers can cache the files forever and never show an old one.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hono } from 'hono'
import { compress } from 'hono/compress'

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' }

interface Asset {
  readonly path: string
  readonly type: string
  readonly bytes: () => Uint8Array<ArrayBuffer>
}

/** @param files the names of its parts, if it has more than one */
function asset(name: string, extension: keyof typeof TYPES, files: readonly string[] = [name]): Asset {
  // The path is the same from `src` and from `dist`.
  const parts = files.map((file) => readFileSync(new URL(`../assets/${file}.${extension}`, import.meta.url)))
  const bytes = new Uint8Array(Buffer.concat(parts))
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
  return { path: `/assets/${name}-${hash}.${extension}`, type: TYPES[extension], bytes: () => bytes }
}

const require = createRequire(import.meta.url)

/** A file of Swagger UI, read at its first request. */
function ofSwagger(name: string, extension: keyof typeof TYPES): Asset {
  const { version } = require('swagger-ui-dist/package.json') as { version: string }
  let read: Uint8Array<ArrayBuffer> | undefined
  return {
    path: `/assets/${name}-${version}.${extension}`,
    type: TYPES[extension],
    bytes: () =>
      (read ??= new Uint8Array(readFileSync(require.resolve(`swagger-ui-dist/${name}.${extension}`)))),
  }
}

export const STYLE: Asset = asset('style', 'css', ['style', 'notes', 'dialogs', 'writes'])
export const SCRIPT: Asset = asset('script', 'js', [
  'script',
  'folds',
  'opened',
  'switcher',
  'keys',
  'editor',
  'writes',
])
export const ICON: Asset = asset('icon', 'svg')
export const SWAGGER_STYLE: Asset = ofSwagger('swagger-ui', 'css')
export const SWAGGER_SCRIPT: Asset = ofSwagger('swagger-ui-bundle', 'js')
export const SWAGGER_THEME: Asset = asset('swagger-theme', 'css')
export const SWAGGER_START: Asset = asset('swagger-start', 'js')

const ASSETS = [STYLE, SCRIPT, ICON, SWAGGER_STYLE, SWAGGER_THEME, SWAGGER_SCRIPT, SWAGGER_START]

export function assetRoutes(app: Hono): void {
  for (const { path, type, bytes } of ASSETS)
    app.get(path, compress(), (c) =>
      c.body(bytes(), 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' }),
    )
}
