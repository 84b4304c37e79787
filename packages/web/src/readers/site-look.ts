/**
 * The look of a site: its theme, its colors and letters, and what its owner adds. All of it but the pictures is one style sheet,
 * whose address has a hash of its content. The theme `garden` without a choice needs none.
 * @see sharing 10
 */
import { fold } from '@notegraph/block-text'
import { createRenderer, escapeHtml } from '@notegraph/render'
import { isSign, siteAddress, siteFileAddress, sitePageAddress, type OpenSite, type PageSet, type SiteReaders } from '@notegraph/service' // prettier-ignore
import type { Site, SiteLook } from '@notegraph/store'
import { raw } from 'hono/html'
import { hashOf, THEME_STYLES } from '../assets.ts'
import type { Html } from '../html.ts'
import { palette } from './palette.ts'

export type Theme = NonNullable<SiteLook['theme']>

/** The look of a site, ready to be shown. */
export interface ShownLook {
  readonly theme: Theme
  /** The path of its style sheet. */
  readonly style?: string | undefined
  /** The path of the picture before its title. */
  readonly logo?: string | undefined
  readonly icon?: { readonly path: string; readonly type: string } | undefined
  readonly footer?: Html | undefined
}

/** A file that is made for one site. */
export interface MadeFile {
  /** The last part of its path. */
  readonly name: string
  readonly type: string
  readonly text: string
}

/** The colors of a theme. The first one has those of all pages. */
const COLORS: Readonly<Record<Theme, readonly [background: string, accent: string]>> = {
  garden: ['#faf9f6', '#246152'],
  handbook: ['#ffffff', '#2457b2'],
  blog: ['#fffdf8', '#9c3d1f'],
}

const FONTS: Readonly<Record<NonNullable<SiteLook['font']>, string>> = {
  sans: "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  serif: "Charter, 'Bitstream Charter', 'Iowan Old Style', Cambria, Georgia, 'Noto Serif', serif",
  rounded: "ui-rounded, 'SF Pro Rounded', 'Hiragino Maru Gothic ProN', Quicksand, Nunito, 'Arial Rounded MT Bold', Calibri, sans-serif", // prettier-ignore
  mono: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Noto Sans Mono', monospace",
}

const themeOf = ({ theme = 'garden' }: SiteLook): Theme => theme

/** Every page of a site needs the style sheet, so it is made once for each look that is read. */
const styles = new WeakMap<SiteLook, MadeFile | undefined>()

/** The style sheet of a look; undefined if it has none beside that of every site. */
function styleOf(look: SiteLook): MadeFile | undefined {
  if (!styles.has(look)) styles.set(look, madeStyle(look))
  return styles.get(look)
}

function madeStyle(look: SiteLook): MadeFile | undefined {
  const { accent, background, font, style } = look
  const theme = themeOf(look)
  const [ofTheme, link] = COLORS[theme]
  const parts = [
    THEME_STYLES[theme],
    ...(theme !== 'garden' || (accent ?? background) !== undefined
      ? [colors(background ?? ofTheme, accent ?? link)]
      : []),
    ...(font === undefined ? [] : [`:root{--own-font:${FONTS[font]}}\n`]),
    style ?? '',
  ]
  const text = parts.join('')
  return text === '' ? undefined : { name: `look-${hashOf(text)}.css`, type: 'text/css; charset=utf-8', text }
}

function colors(background: string, accent: string): string {
  const rule = (scheme: 'light' | 'dark'): string =>
    `:root{${Object.entries(palette(background, accent, scheme)).map(([name, color]) => `--${name}:${color}`).join(';')}}` // prettier-ignore
  return `${rule('light')}\n@media (prefers-color-scheme:dark){${rule('dark')}}\n`
}

/** A sign as an icon. */
function signOf({ icon }: SiteLook): MadeFile | undefined {
  if (icon === undefined || !isSign(icon)) return undefined
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="54" font-size="84" text-anchor="middle" dominant-baseline="middle">${escapeHtml(icon)}</text></svg>`
  return { name: `icon-${hashOf(text)}.svg`, type: 'image/svg+xml', text }
}

/**
 * The files that are made for a site: its style sheet, and its icon if that is a sign.
 * @example
 * madeFiles(site).find(({ name }) => name === 'look-3vN0c4VbJf1k.css')?.text
 */
export function madeFiles({ rule }: Pick<Site, 'rule'>): readonly MadeFile[] {
  const look = rule.look ?? {}
  return [styleOf(look), signOf(look)].filter((file) => file !== undefined)
}

/**
 * The path of a file that is made for a site.
 * @example
 * madeFileAddress('garden', 'look-3vN0c4VbJf1k.css') // '/p/garden/assets/look-3vN0c4VbJf1k.css'
 */
export const madeFileAddress = (slug: string, name: string): string => `${siteAddress(slug)}/assets/${name}`

/**
 * The look of a site for its pages. A picture that is no longer there is left out.
 * @example
 * await shownLook(siteReaders, opened)
 */
export async function shownLook(
  readers: Pick<SiteReaders, 'pictures'>,
  opened: OpenSite,
): Promise<ShownLook> {
  const { site, pages } = opened
  const look = site.rule.look ?? {}
  const pictures = await readers.pictures(opened)
  const pathOf = (id: string | undefined): string | undefined => {
    const picture = id === undefined ? undefined : pictures.get(id)
    return picture && siteFileAddress(site.slug, picture.address)
  }
  const style = styleOf(look)
  const ofIcon = look.icon === undefined ? undefined : pictures.get(look.icon)
  const sign = signOf(look)
  const icon = ofIcon
    ? { path: siteFileAddress(site.slug, ofIcon.address), type: ofIcon.file.type }
    : sign && { path: madeFileAddress(site.slug, sign.name), type: sign.type }
  return {
    theme: themeOf(look),
    style: style && madeFileAddress(site.slug, style.name),
    logo: pathOf(look.logo),
    icon,
    footer: look.footer === undefined ? undefined : footerOf(site, pages, look.footer),
  }
}

/** The footer, whose links to pages lead to published ones alone. */
function footerOf({ slug }: Site, pages: PageSet, text: string): Html {
  const page = (name: string): string | undefined => {
    const found = named(pages).get(fold(name))
    return found === undefined ? undefined : sitePageAddress(slug, pages.get(found)!)
  }
  const { block } = createRenderer({ page, block: () => ({ words: '…' }), query: () => '', macro: () => '' })
  return raw(block(text))
}

/** The ids of pages by their folded names, made once for each set. */
const byName = new WeakMap<PageSet, ReadonlyMap<string, string>>()

function named(pages: PageSet): ReadonlyMap<string, string> {
  const known = byName.get(pages) ?? new Map(Array.from(pages.values(), ({ id, name }) => [fold(name), id]))
  byName.set(pages, known)
  return known
}
