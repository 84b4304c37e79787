/** A plot of one series as SVG, in the colours of the page that shows it, light or dark. */
import type { Series } from './series.ts'
import type { Point } from './steady.ts'

const WIDTH = 720
const HEIGHT = 150
const LEFT = 56
const BOTTOM = 24
const TOP = 28
/** More points than pixels would only make the file larger. */
const MOST_POINTS = 360

const STYLE = `<style>
  text { font: 12px system-ui, sans-serif; fill: #57606a }
  .name { font-weight: 600; fill: #1f2328 }
  .axis { stroke: #d0d7de }
  .line { fill: none; stroke: #0969da; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 } .name { fill: #f0f6fc } .axis { stroke: #3d444d } .line { stroke: #4493f8 }
  }
</style>`

export function plot({ name, unit, points }: Series): string {
  const shown = averaged(points)
  const last = Math.max(...shown.map(({ at }) => at), 1)
  const top = roundUp(Math.max(...shown.map(({ value }) => value), 1))
  const x = (at: number): number => LEFT + (at / last) * (WIDTH - LEFT - 12)
  const y = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP)
  const line = shown.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const label = (value: number): string =>
    `<line class="axis" x1="${LEFT}" x2="${WIDTH - 12}" y1="${y(value)}" y2="${y(value)}"/>` +
    `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}">
${STYLE}
<text class="name" x="8" y="16">${name}${unit && ` (${unit})`}</text>
${[0, top / 2, top].map(label).join('\n')}
<text x="${LEFT}" y="${HEIGHT - 6}">0 min</text>
<text x="${WIDTH - 12}" y="${HEIGHT - 6}" text-anchor="end">${Math.round(last / 60)} min</text>
<polyline class="line" points="${line}"/>
</svg>
`
}

/** The mean of neighbouring points. */
function averaged(points: readonly Point[]): Point[] {
  const step = Math.max(1, Math.ceil(points.length / MOST_POINTS))
  const parts: Point[] = []
  for (let n = 0; n < points.length; n += step) {
    const part = points.slice(n, n + step)
    parts.push({ at: part[0]!.at, value: part.reduce((sum, { value }) => sum + value, 0) / part.length })
  }
  return parts
}

/** The next number that begins with 1, 2 or 5 and goes on with zeros: half of it is easy to read. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!
}
