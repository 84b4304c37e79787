/**
 * The colors of a site, from the two that a person chooses. All words stay readable: their contrast is 4.5 or more on each
 * background, in light and in dark. Colors are `#` and six digits.
 * @see sharing 10
 */

/** Colors by the names of their variables. */
export type Palette = Readonly<Record<string, string>>

type Rgb = readonly [red: number, green: number, blue: number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
const INKS = { light: [0x22, 0x20, 0x1c], dark: [0xec, 0xe8, 0xe1] } as const
/** The contrast of words and of muted words, with room for rounding. */
const STRONG = 11
const READABLE = 4.6
/** The steps between a color and black or white. */
const STEPS = 50

const rgbOf = (color: string): Rgb => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb // prettier-ignore
const hexOf = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}` // prettier-ignore

/** @param share the part of the second color, from 0 to 1 */
const mixed = (a: Rgb, b: Rgb, share: number): Rgb => a.map((part, n) => part + (b[n]! - part) * share) as unknown as Rgb // prettier-ignore

/** The relative luminance and the contrast, as WCAG 2 defines them. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = Math.round(part) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((one, other) => one - other)
  return (high! + 0.05) / (low! + 0.05)
}

/** The color, moved towards another until its contrast to all of some colors is enough. */
function moved(color: Rgb, towards: Rgb, others: readonly Rgb[], least: number): Rgb {
  for (let step = 0; step < STEPS; step++) {
    const next = mixed(color, towards, step / STEPS)
    if (others.every((other) => contrast(next, other) >= least)) return next
  }
  return towards
}

/**
 * The colors of a theme.
 *
 * @param background the color behind the words, in light
 * @example
 * palette('#faf9f6', '#246152', 'dark')['paper'] // '#171614'
 */
export function palette(background: string, accent: string, scheme: 'light' | 'dark'): Palette {
  const isDark = scheme === 'dark'
  const [far, near] = isDark ? [WHITE, BLACK] : [BLACK, WHITE]
  const ink: Rgb = INKS[scheme]
  const wanted = isDark ? mixed(rgbOf(background), BLACK, 0.9) : rgbOf(background)
  const paper = moved(wanted, near, [ink], STRONG)
  const surface = isDark ? mixed(paper, WHITE, 0.04) : mixed(paper, WHITE, 0.7)
  const sunken = mixed(paper, ink, isDark ? 0.09 : 0.05)
  const soft = mixed(paper, rgbOf(accent), isDark ? 0.2 : 0.12)
  const behind = [paper, surface, sunken, soft]
  const link = moved(rgbOf(accent), far, behind, READABLE)
  const onLink = contrast(WHITE, link) > contrast(BLACK, link) ? WHITE : BLACK
  const colors = {
    paper,
    surface,
    sunken,
    ink: moved(ink, far, behind, 7),
    muted: moved(mixed(ink, paper, 0.4), far, behind, READABLE),
    line: mixed(paper, ink, isDark ? 0.16 : 0.13),
    accent: link,
    'accent-ink': onLink,
    'accent-soft': soft,
  }
  return Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, hexOf(color)]))
}
