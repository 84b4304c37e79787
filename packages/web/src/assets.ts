/**
 * The style sheets and scripts of the pages. Their addresses contain a hash of the content, or the version of the
 * library. So browsers can cache the files forever and never show an old one.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Hono } from 'hono'
import { compress } from 'hono/compress'

/** Media types by the ending of a file. */
export const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/** A file whose address has a hash of its content, or its version. */
export interface Asset {
  readonly path: string
  readonly type: string
  readonly bytes: () => Uint8Array<ArrayBuffer>
}

/** @param files the names of its parts, if it has more than one, or the addresses of files elsewhere */
function asset(
  name: string,
  extension: keyof typeof TYPES,
  files: readonly (string | URL)[] = [name],
): Asset {
  // The path is the same from `src` and from `dist`.
  const ownFile = (file: string): URL => new URL(`../assets/${file}.${extension}`, import.meta.url)
  const parts = files.map((file) => readFileSync(typeof file === 'string' ? ownFile(file) : file))
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
/** The looks of published sites, beside those of every page. */
export const SITE_STYLE: Asset = asset('site-look', 'css', ['site'])
export const SCRIPT: Asset = asset('script', 'js', [
  'script',
  'folds',
  'opened',
  'drop',
  'waits',
  'switcher',
  'keys',
  'editor',
  'writes',
])
/** The search of static sites. */
export const SITE_SEARCH: Asset = asset('site-search', 'js', ['generated/search-text', 'site-search'])
/** The previews of sites that the server sends, and their results while one types. */
export const SITE_SCRIPT: Asset = asset('site', 'js')
/** Subscribes a browser to the digest, and shows what arrives there. */
export const DIGEST_SCRIPT: Asset = asset('digest', 'js')
export const DIGEST_WORKER: Asset = asset('digest-worker', 'js')
/** Adds passkeys, and signs in with them. The package of the library exports no bundle, so the entry leads to it. */
export const PASSKEY_SCRIPT: Asset = asset('passkeys', 'js', [
  new URL('../dist/bundle/index.umd.min.js', pathToFileURL(require.resolve('@simplewebauthn/browser'))),
  'passkeys',
])
export const ICON: Asset = asset('icon', 'svg')
export const SWAGGER_STYLE: Asset = ofSwagger('swagger-ui', 'css')
export const SWAGGER_SCRIPT: Asset = ofSwagger('swagger-ui-bundle', 'js')
export const SWAGGER_THEME: Asset = asset('swagger-theme', 'css')
export const SWAGGER_START: Asset = asset('swagger-start', 'js')

/** The icon of a phone's home screen, without transparent corners. */
export const TOUCH_ICON: Asset = asset('icon-180', 'png')

/** An icon of the manifest. */
export interface AppIcon extends Asset {
  readonly sizes: string
  readonly purpose: 'any' | 'maskable'
}

/** The icons of an installed app. A maskable icon has room for the system to cut its corners. */
export const APP_ICONS: readonly AppIcon[] = [
  { ...ICON, sizes: 'any', purpose: 'any' },
  { ...asset('icon-192', 'png'), sizes: '192x192', purpose: 'any' },
  { ...asset('icon-512', 'png'), sizes: '512x512', purpose: 'any' },
  { ...asset('icon-maskable', 'png'), sizes: '512x512', purpose: 'maskable' },
]

const ASSETS = [
  STYLE,
  SITE_STYLE,
  SCRIPT,
  SITE_SCRIPT,
  DIGEST_SCRIPT,
  PASSKEY_SCRIPT,
  DIGEST_WORKER,
  ICON,
  TOUCH_ICON,
  ...APP_ICONS.slice(1),
  SWAGGER_STYLE,
  SWAGGER_THEME,
  SWAGGER_SCRIPT,
  SWAGGER_START,
]

/**
 * Mounts the style sheets, scripts and icons of all pages.
 * @example
 * assetRoutes(app)
 */
export function assetRoutes(app: Hono): void {
  for (const asset of ASSETS) serveAsset(app, asset)
}

/** Serves a file that never changes. */
export function serveAsset(app: Hono, { path, type, bytes }: Asset): void {
  app.get(path, compress(), (c) =>
    c.body(bytes(), 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' }),
  )
}
