/** The colors of a site. @see sharing 10 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { palette } from './palette.ts'

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(a), luminance(b)].toSorted((one, other) => one - other)
  return (high! + 0.05) / (low! + 0.05)
}
const color = fc.nat(0xffffff).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test.each(['light', 'dark'] as const)('[S10] in %s, any two colors make words that can be read', (scheme) =>
  fc.assert(
    fc.property(color, color, (background, accent) => {
      const made = palette(background, accent, scheme)
      for (const behind of ['paper', 'surface', 'sunken', 'accent-soft'])
        for (const words of ['ink', 'muted', 'accent'])
          expect([words, behind, contrast(made[words]!, made[behind]!) >= 4.5]).toEqual([words, behind, true])
      expect(contrast(made['accent-ink']!, made['accent']!)).toBeGreaterThanOrEqual(4.5)
      expect(luminance(made['paper']!) > 0.3).toBe(scheme === 'light')
    }),
  ),
)

test('[S10] a color that can be read stays as it is', () => {
  expect(palette('#faf9f6', '#246152', 'light')).toMatchObject({ paper: '#faf9f6', accent: '#246152' })
})
