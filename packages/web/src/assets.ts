/**
 * The style sheets and scripts of the pages. Their addresses contain a hash of the content, or the version of the
 * library. So browsers can cache the files forever and never show an old one.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Hono } from 'hono'
import { compress } from 'hono/compress'

/** Media types by the ending of a file. */
export const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/** A file whose address has a hash of its content, or its version. */
export interface Asset {
  readonly path: string
  readonly type: string
  readonly bytes: () => Uint8Array<ArrayBuffer>
}

function textOf({ bytes }: Asset): string {
  return new TextDecoder().decode(bytes())
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
  const whole = Buffer.concat(parts)
  const bytes = new Uint8Array(extension === 'css' ? Buffer.from(shortCss(whole.toString())) : whole)
  return { path: `/assets/${name}-${hashOf(bytes)}.${extension}`, type: TYPES[extension], bytes: () => bytes }
}

/** A style sheet without comments and indents, which are a fifth of its compressed bytes. Ours have no strings over lines. */
const shortCss = (text: string): string => text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\n\s*/g, '\n')

/** A hash of a content, for its address. */
export const hashOf = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 12)

const require = createRequire(import.meta.url)

/** The library of diagrams with what uses it, read at its first request: it is large, and few pages need it. */
function diagramAsset(): Asset {
  const own = readFileSync(new URL('../assets/diagram.js', import.meta.url))
  const { version } = require('@mermaid-js/tiny/package.json') as { version: string }
  const library = require.resolve('@mermaid-js/tiny')
  let read: Uint8Array<ArrayBuffer> | undefined
  return {
    path: `/assets/diagram-${version}-${hashOf(own)}.js`,
    type: TYPES.js,
    bytes: () => (read ??= new Uint8Array(Buffer.concat([readFileSync(library), Buffer.from('\n;'), own]))),
  }
}

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

export const STYLE: Asset = asset('style', 'css', ['style', 'notes', 'frame', 'dialogs', 'writes'])
/** The same in two parts: what the outliner needs before today can be edited, and the rest. */
export const OUTLINER_STYLE: Asset = asset('outliner-look', 'css', ['style', 'notes', 'frame'])
export const OUTLINER_LATER: Asset = asset('outliner-later', 'css', ['dialogs', 'writes'])
/** The looks of pages for readers, who write nothing. */
export const READER_STYLE: Asset = asset('reader', 'css', ['style', 'notes'])
/** The looks of published sites, beside those of every page for readers. */
export const SITE_STYLE: Asset = asset('site-look', 'css', ['site'])
/** The looks of the themes of sites, which are parts of other style sheets. */
export const THEME_STYLES: Readonly<Record<'garden' | 'handbook' | 'blog', string>> = {
  garden: '',
  handbook: textOf(asset('site-handbook', 'css')),
  blog: textOf(asset('site-blog', 'css')),
}
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
/** Draws the diagrams of a page, each in a frame of `DIAGRAM_FRAME`. */
export const DIAGRAMS_SCRIPT: Asset = asset('diagrams', 'js')
export const DIAGRAM_SCRIPT: Asset = diagramAsset()

/** The policy of a frame that draws a diagram. The library writes its colors as styles. */
const DIAGRAM_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; script-src 'self'; style-src 'unsafe-inline'"
export const DIAGRAM_FRAME: Asset = diagramFrame()

function diagramFrame(): Asset {
  const text = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${DIAGRAM_POLICY}">
<meta name="color-scheme" content="light dark">
<title>Diagram</title>
<style>body { margin: 0; overflow-y: hidden } svg { display: block; margin-inline: auto }</style>
<body></body>
<script src="${DIAGRAM_SCRIPT.path.slice('/assets/'.length)}"></script>
</html>
`
  const bytes = new TextEncoder().encode(text)
  return { path: `/assets/diagram-${hashOf(bytes)}.html`, type: TYPES.html, bytes: () => bytes }
}
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
  OUTLINER_STYLE,
  OUTLINER_LATER,
  READER_STYLE,
  SITE_STYLE,
  SCRIPT,
  SITE_SCRIPT,
  DIAGRAMS_SCRIPT,
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

/**
 * The app of the library of diagrams and of its frame. A frame without an origin loads it, which the headers of pages would forbid.
 * @example
 * app.route('/', diagramRoutes())
 */
export function diagramRoutes(): Hono {
  const app = new Hono()
  const headers = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Content-Type-Options': 'nosniff' }
  app.get(DIAGRAM_SCRIPT.path, async (c) => {
    const isPacked = c.req.header('accept-encoding')?.includes('gzip') === true
    return c.body(isPacked ? await packedLibrary() : DIAGRAM_SCRIPT.bytes(), 200, {
      'Content-Type': DIAGRAM_SCRIPT.type,
      'Cache-Control': FOREVER,
      Vary: 'Accept-Encoding',
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
      ...headers,
    })
  })
  const policy = `${DIAGRAM_POLICY}; frame-ancestors 'self'; sandbox allow-scripts`
  serveAsset(app, DIAGRAM_FRAME, {
    ...headers,
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
  })
  return app
}

let packed: Promise<Uint8Array<ArrayBuffer>> | undefined

/** To compress the library takes too long for each request. */
const packedLibrary = async (): Promise<Uint8Array<ArrayBuffer>> =>
  (packed ??= promisify(gzip)(DIAGRAM_SCRIPT.bytes()).then((bytes) => new Uint8Array(bytes)))

const FOREVER = 'public, max-age=31536000, immutable'

/** Serves a file that never changes. */
export function serveAsset(
  app: Hono,
  { path, type, bytes }: Asset,
  more: Readonly<Record<string, string>> = {},
): void {
  app.get(path, compress(), (c) =>
    c.body(bytes(), 200, {
      'Content-Type': type,
      'Cache-Control': FOREVER,
      ...more,
    }),
  )
}
