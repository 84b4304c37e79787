/** Draws the graph of pages: its links, its pages, and as many of their names as fit. @see outliner 2.6 */

/** A page as it is drawn. */
export interface DrawnNode {
  readonly id: string
  readonly name: string
  /** The place of its colour in the look. */
  readonly color: number
  readonly near: readonly number[]
}

/** Colours and font as the style sheet has them, and whether nothing should move by itself. */
export interface GraphLook {
  readonly colors: readonly string[]
  readonly ink: string
  readonly paper: string
  readonly line: string
  readonly accent: string
  readonly font: string
  readonly isStill: boolean
}

/** A page with its place in the graph. */
export interface DrawnDot extends DrawnNode {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** The graph, and the part of it that the canvas shows. */
export interface Scene {
  readonly dots: readonly DrawnDot[]
  /** The ends of each link, by their places in `dots`. */
  readonly pairs: readonly number[]
  /** The id of the page in the middle. */
  readonly center: string | undefined
  /** The page that is shown with its neighbours. */
  readonly shown: DrawnDot | undefined
  readonly view: { readonly x: number; readonly y: number; readonly scale: number }
  readonly size: { readonly width: number; readonly height: number; readonly ratio: number }
}

const MOST_LABELS = 60
const LINES_AT_ONCE = 1_000

export function drawGraph(canvas: OffscreenCanvas, look: GraphLook, scene: Scene): void {
  const ink = canvas.getContext('2d')
  if (!ink) return
  const { view, size } = scene
  const { ratio } = size
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height]
  ink.setTransform(1, 0, 0, 1, 0, 0)
  ink.clearRect(0, 0, width, height)
  ink.setTransform(view.scale * ratio, 0, 0, view.scale * ratio, view.x * ratio, view.y * ratio)
  drawLines(ink, look, scene)
  drawDots(ink, look, scene)
  ink.setTransform(ratio, 0, 0, ratio, 0, 0)
  drawLabels(ink, look, scene)
}

function drawLines(
  ink: OffscreenCanvasRenderingContext2D,
  { line, accent }: GraphLook,
  { dots, pairs, shown: chosen, view }: Scene,
): void {
  ink.lineWidth = Math.max(0.6, 0.9 / view.scale)
  ink.strokeStyle = line
  ink.globalAlpha = chosen ? 0.35 : pairs.length > 20_000 ? 0.5 : 1
  // Short paths are drawn faster than a long one.
  for (let from = 0; from < pairs.length; from += 2 * LINES_AT_ONCE) {
    ink.beginPath()
    for (let i = from; i < Math.min(pairs.length, from + 2 * LINES_AT_ONCE); i += 2) {
      const [a, b] = [dots[pairs[i]!]!, dots[pairs[i + 1]!]!]
      ink.moveTo(a.x, a.y)
      ink.lineTo(b.x, b.y)
    }
    ink.stroke()
  }
  ink.globalAlpha = 1
  if (!chosen) return
  ink.strokeStyle = accent
  ink.lineWidth = 1.6 / view.scale
  ink.beginPath()
  for (const at of chosen.near) {
    ink.moveTo(chosen.x, chosen.y)
    ink.lineTo(dots[at]!.x, dots[at]!.y)
  }
  ink.stroke()
}

function drawDots(
  ink: OffscreenCanvasRenderingContext2D,
  { colors, accent }: GraphLook,
  { dots, shown, center, view }: Scene,
): void {
  const near = shown && new Set([shown, ...shown.near.map((at) => dots[at]!)])
  for (const [color, style] of colors.entries()) {
    ink.fillStyle = style
    for (const isBright of [false, true]) {
      ink.globalAlpha = isBright ? 1 : 0.25
      ink.beginPath()
      for (const dot of dots) {
        if (dot.color !== color || (near?.has(dot) ?? true) !== isBright) continue
        const { x, y, radius } = dot
        // A square is as good as a circle of two points, and much faster.
        if (radius * view.scale < 1.5) ink.rect(x - radius, y - radius, 2 * radius, 2 * radius)
        else {
          ink.moveTo(x + radius, y)
          ink.arc(x, y, radius, 0, 2 * Math.PI)
        }
      }
      ink.fill()
    }
  }
  ink.globalAlpha = 1
  ink.strokeStyle = accent
  ink.lineWidth = 2 / view.scale
  for (const dot of dots) {
    if (dot.id !== center && dot !== shown) continue
    ink.beginPath()
    ink.arc(dot.x, dot.y, dot.radius + 3 / view.scale, 0, 2 * Math.PI)
    ink.stroke()
  }
}

/** Names beside their pages, as many as fit: the shown page and its neighbours first, then the most linked ones. */
function drawLabels(
  ink: OffscreenCanvasRenderingContext2D,
  look: GraphLook,
  { dots, shown, center, view, size }: Scene,
): void {
  const middle = dots.find(({ id }) => id === center)
  const first = shown ? [shown, ...shown.near.map((at) => dots[at]!)] : middle ? [middle] : []
  const others = shown ? [] : dots.filter(({ radius }) => radius * view.scale >= 3.5)
  const placed: (readonly [left: number, top: number, right: number, bottom: number])[] = []
  ink.font = `12px ${look.font}`
  ink.textBaseline = 'middle'
  ink.lineJoin = 'round'
  ink.lineWidth = 4
  ink.strokeStyle = look.paper
  for (const dot of new Set([...first, ...others])) {
    if (placed.length >= MOST_LABELS) break
    const x = view.x + dot.x * view.scale
    const y = view.y + dot.y * view.scale
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue
    const words = dot.name.length > 32 ? `${dot.name.slice(0, 31)}…` : dot.name
    const width = ink.measureText(words).width
    const gap = dot.radius * view.scale + 5
    const left = x + gap + width > size.width ? x - gap - width : x + gap
    const box = [left - 3, y - 8, left + width + 3, y + 8] as const
    if (dot !== shown && placed.some((other) => overlaps(other, box))) continue
    placed.push(box)
    ink.strokeText(words, left, y)
    ink.fillStyle = dot === shown || dot === middle ? look.accent : look.ink
    ink.fillText(words, left, y)
  }
}

type Box = readonly [left: number, top: number, right: number, bottom: number]
const overlaps = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
