/**
 * Arranges the graph of pages in a worker of its own, on a canvas that the window has handed over. It owns the view, the
 * pointers and what they touch, so the window only passes events on. @see outliner 2.6
 */
import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type ForceLink,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'
import { drawGraph, type DrawnDot, type DrawnNode, type GraphLook } from './graph-drawing.ts'

export type ToGraph =
  | { readonly do: 'start'; readonly canvas: OffscreenCanvas }
  | { readonly do: 'size'; readonly width: number; readonly height: number; readonly ratio: number }
  | { readonly do: 'look'; readonly look: GraphLook }
  | {
      readonly do: 'graph'
      readonly nodes: readonly DrawnNode[]
      readonly pairs: readonly number[]
      readonly center: string | undefined
    }
  | {
      readonly do: 'pointer'
      readonly kind: 'down' | 'move' | 'up' | 'leave'
      readonly pointer: number
      readonly x: number
      readonly y: number
      readonly isFinger: boolean
      readonly isBeside: boolean
    }
  /** Zooms to a point of the canvas, by default its middle. */
  | { readonly do: 'zoom'; readonly factor: number; readonly x?: number; readonly y?: number }
  | { readonly do: 'pan'; readonly x: number; readonly y: number }
  | { readonly do: 'fit' }
  /** Shows a page and its neighbours, as if the pointer was on it. */
  | { readonly do: 'show'; readonly id: string | undefined }

export type FromGraph =
  | { readonly event: 'picked'; readonly id: string; readonly isBeside: boolean }
  | { readonly event: 'pointed'; readonly id: string | undefined }
  | { readonly event: 'moving'; readonly isMoving: boolean }

interface Dot extends DrawnDot, SimulationNodeDatum {
  x: number
  y: number
}
type Line = SimulationLinkDatum<Dot>

interface Point {
  readonly x: number
  readonly y: number
}

/** Pages beyond this many are arranged in fewer and rougher steps. */
const LARGE = 3_000
const ZOOM = { least: 0.02, most: 6 }
/** Milliseconds of arranging in a frame, and between two looks at messages if nothing is drawn meanwhile. */
const FRAME_WORK = 6
const STILL_WORK = 100
/** Points that a pointer moves before it drags. */
const SLACK = 4
/** Milliseconds after a move of the view in which a large graph is not arranged, so that the move is smooth. */
const VIEW_FIRST = 200

const scope = globalThis as unknown as {
  postMessage(message: FromGraph): void
  addEventListener(type: 'message', hear: (event: { readonly data: ToGraph }) => void): void
}

let canvas: OffscreenCanvas | undefined
let look: GraphLook | undefined
let size = { width: 0, height: 0, ratio: 1 }
let dots: Dot[] = []
let pairs: readonly number[] = []
let center: string | undefined
let view = { x: 0, y: 0, scale: 1 }
/** Whether the view follows the graph, until somebody moves it. */
let isFitted = true
/** The time of the last move of the view. */
let movedAt = -Infinity
let shown: Dot | undefined
let isAwake = false
let wasMoving = false
const pointers = new Map<number, Point>()
let grabbed: Dot | undefined
let begin: Point | undefined
let isDragged = false

const links: ForceLink<Dot, Line> = forceLink<Dot, Line>().distance(42)
const simulation: Simulation<Dot, Line> = forceSimulation<Dot, Line>().force('links', links).stop()

/** Pages without links stay near the others. */
const toMiddle = ({ near }: Dot): number => (near.length === 0 ? 0.14 : 0.06)

const isMoving = (): boolean => dots.length > 0 && simulation.alpha() >= simulation.alphaMin()
const radiusOf = (count: number): number => 3 + Math.min(11, 1.3 * Math.sqrt(count))

function wake(): void {
  if (isAwake || !canvas || !look) return
  isAwake = true
  requestAnimationFrame(frame)
}

function frame(): void {
  isAwake = false
  if (look?.isStill === true && isMoving()) {
    // Nothing moves: the graph is drawn when it has its place.
    arrange(STILL_WORK, Infinity)
    if (isMoving()) return void setTimeout(wake)
  } else if (isMoving() && !isViewFirst()) arrange(FRAME_WORK, 3)
  if (isFitted) fit()
  draw()
  if (isMoving() !== wasMoving) scope.postMessage({ event: 'moving', isMoving: (wasMoving = isMoving()) })
  if (isMoving()) wake()
}

const isViewFirst = (): boolean => dots.length > LARGE && performance.now() - movedAt < VIEW_FIRST

function arrange(milliseconds: number, most: number): void {
  const end = performance.now() + milliseconds
  for (let i = 0; i < most && isMoving(); i++) {
    simulation.tick()
    if (performance.now() > end) break
  }
}

/** Takes another graph. Pages that were there stay where they are, and move from there. */
function take(message: Extract<ToGraph, { readonly do: 'graph' }>): void {
  const before = new Map(dots.map((dot) => [dot.id, dot]))
  let kept = 0
  const isLarge = message.nodes.length > LARGE
  dots = message.nodes.map((node) => {
    const old = before.get(node.id)
    if (old) kept++
    const dot: SimulationNodeDatum = old ? { x: old.x, y: old.y } : {}
    // The simulation gives a place to those without one.
    return { ...node, ...dot, radius: radiusOf(node.near.length) } as Dot
  })
  ;({ pairs, center } = message)
  shown = shown && dots.find(({ id }) => id === shown?.id)
  grabbed = undefined
  links.links([])
  simulation
    .nodes(dots)
    .force('x', forceX<Dot>().strength(toMiddle))
    .force('y', forceY<Dot>().strength(toMiddle))
    .force(
      'charge',
      forceManyBody<Dot>()
        .strength(-90)
        .theta(isLarge ? 1.2 : 0.9)
        .distanceMax(isLarge ? 400 : 600),
    )
    .alphaDecay(1 - 0.001 ** (1 / (isLarge ? 120 : 300)))
    .alpha(kept > dots.length / 2 ? 0.3 : 1)
  const lines: Line[] = []
  for (let i = 0; i < pairs.length; i += 2)
    lines.push({ source: dots[pairs[i]!]!, target: dots[pairs[i + 1]!]! })
  links.links(lines)
  if (kept === 0) isFitted = true
  wake()
}

function fit(): void {
  if (dots.length === 0 || size.width === 0) return
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, radius } of dots) {
    left = Math.min(left, x - radius)
    right = Math.max(right, x + radius)
    top = Math.min(top, y - radius)
    bottom = Math.max(bottom, y + radius)
  }
  const room = 36
  const scale = Math.min(
    1.6,
    Math.max(
      ZOOM.least,
      Math.min(
        (size.width - 2 * room) / Math.max(1, right - left),
        (size.height - 2 * room) / Math.max(1, bottom - top),
      ),
    ),
  )
  view = {
    scale,
    x: size.width / 2 - (scale * (left + right)) / 2,
    y: size.height / 2 - (scale * (top + bottom)) / 2,
  }
}

function zoom(factor: number, x = size.width / 2, y = size.height / 2): void {
  const scale = Math.min(ZOOM.most, Math.max(ZOOM.least, view.scale * factor))
  const by = scale / view.scale
  view = { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by }
  viewMoved()
}

function pan(x: number, y: number): void {
  view = { ...view, x: view.x + x, y: view.y + y }
  viewMoved()
}

function viewMoved(): void {
  isFitted = false
  movedAt = performance.now()
  wake()
}

const onGraph = ({ x, y }: Point): Point => ({ x: (x - view.x) / view.scale, y: (y - view.y) / view.scale })

/** The page at a point of the canvas: the nearest one within reach. */
function dotAt(point: Point, reach: number): Dot | undefined {
  const { x, y } = onGraph(point)
  let best: Dot | undefined
  let least = Infinity
  for (const dot of dots) {
    const distance = Math.hypot(dot.x - x, dot.y - y) - dot.radius
    if (distance < least && distance * view.scale <= reach) [best, least] = [dot, distance]
  }
  return best
}

function show(dot: Dot | undefined): void {
  if (dot === shown) return
  shown = dot
  wake()
}

function point(dot: Dot | undefined): void {
  if (dot === shown) return
  show(dot)
  scope.postMessage({ event: 'pointed', id: dot?.id })
}

function onPointer(message: Extract<ToGraph, { readonly do: 'pointer' }>): void {
  const { kind, pointer, isFinger, isBeside } = message
  const at = { x: message.x, y: message.y }
  // A browser may draw the next frame late.
  if (isFitted) fit()
  const reach = isFinger ? 16 : 5
  if (kind === 'down') {
    pointers.set(pointer, at)
    if (pointers.size > 1) return release()
    grabbed = dotAt(at, reach)
    begin = at
    isDragged = false
    point(grabbed)
  } else if (kind === 'move') {
    const before = pointers.get(pointer)
    if (!before) return point(dotAt(at, reach))
    pointers.set(pointer, at)
    if (pointers.size > 1) pinch(pointer, before, at)
    else drag(before, at)
  } else {
    const wasDown = pointers.delete(pointer)
    if (kind === 'up' && wasDown && grabbed && !isDragged)
      scope.postMessage({ event: 'picked', id: grabbed.id, isBeside })
    release()
    if (kind === 'leave') point(undefined)
  }
}

function drag(before: Point, at: Point): void {
  if (!isDragged && begin && Math.hypot(at.x - begin.x, at.y - begin.y) < SLACK) return
  isDragged = true
  if (!grabbed) return pan(at.x - before.x, at.y - before.y)
  const { x, y } = onGraph(at)
  isFitted = false
  if (look?.isStill === true) [grabbed.x, grabbed.y] = [x, y]
  else {
    ;[grabbed.fx, grabbed.fy] = [x, y]
    simulation.alphaTarget(0.2).alpha(Math.max(0.2, simulation.alpha()))
  }
  wake()
}

/** Two fingers: zooms by their distance. */
function pinch(pointer: number, before: Point, at: Point): void {
  const other = [...pointers].find(([id]) => id !== pointer)?.[1]
  if (!other) return
  isDragged = true
  const distance = (a: Point): number => Math.max(10, Math.hypot(a.x - other.x, a.y - other.y))
  zoom(distance(at) / distance(before), (at.x + other.x) / 2, (at.y + other.y) / 2)
  pan((at.x - before.x) / 2, (at.y - before.y) / 2)
}

function release(): void {
  if (grabbed) [grabbed.fx, grabbed.fy] = [null, null]
  grabbed = undefined
  simulation.alphaTarget(0)
}

function draw(): void {
  if (canvas && look) drawGraph(canvas, look, { dots, pairs, center, shown, view, size })
}

scope.addEventListener('message', ({ data }) => {
  switch (data.do) {
    case 'start':
      ;({ canvas } = data)
      break
    case 'size':
      size = data
      break
    case 'look':
      ;({ look } = data)
      break
    case 'graph':
      return take(data)
    case 'pointer':
      return onPointer(data)
    case 'zoom':
      return zoom(data.factor, data.x, data.y)
    case 'pan':
      return pan(data.x, data.y)
    case 'fit':
      isFitted = true
      break
    case 'show':
      return show(dots.find(({ id }) => id === data.id))
  }
  wake()
})
