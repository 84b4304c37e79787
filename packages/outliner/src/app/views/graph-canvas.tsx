/** The drawn graph of pages. A worker arranges and draws it; this passes on sizes, colours, pointers and keys. @see outliner 2.6 */
import { useEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
// oxlint-disable-next-line import/default -- Vite gives the address of the bundled worker.
import workerUrl from '../graph-worker.ts?worker&url'
import type { DrawnNode, GraphLook } from '../graph-drawing.ts'
import type { FromGraph, ToGraph } from '../graph-worker.ts'
import { trustedScript } from '../trusted.ts'

/** Colours of types in the style sheet: `--type-0` and so on. */
export const TYPE_COLORS = 11

/** Points that an arrow moves the graph, and the factor of one step of zoom. */
const PAN = 60
const ZOOM = 1.3

interface GraphCanvasProps {
  readonly label: string
  readonly nodes: readonly DrawnNode[]
  readonly pairs: readonly number[]
  readonly center: string | undefined
  /** The page to show with its neighbours. */
  readonly shown: string | undefined
  readonly point: (id: string | undefined) => void
  readonly pick: (id: string, isBeside: boolean) => void
}

export function GraphCanvas(props: GraphCanvasProps): JSX.Element {
  const { label, nodes, pairs, center, shown } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const worker = useRef<Worker>(undefined)
  const latest = useRef(props)
  latest.current = props
  const send = (message: ToGraph, transfer: Transferable[] = []): void =>
    worker.current?.postMessage(message, transfer)

  useEffect(() => {
    const at = canvas.current!
    const drawn = new Worker(trustedScript(workerUrl), { type: 'module' })
    worker.current = drawn
    drawn.addEventListener('message', ({ data }: MessageEvent<FromGraph>) => {
      if (data.event === 'picked') latest.current.pick(data.id, data.isBeside)
      else if (data.event === 'moving') at.toggleAttribute('data-moving', data.isMoving)
      else {
        at.toggleAttribute('data-pointed', data.id !== undefined)
        latest.current.point(data.id)
      }
    })
    const offscreen = at.transferControlToOffscreen()
    send({ do: 'start', canvas: offscreen }, [offscreen])
    const sizes = new ResizeObserver(() => {
      const { width, height } = at.getBoundingClientRect()
      send({ do: 'size', width, height, ratio: devicePixelRatio })
    })
    sizes.observe(at)
    const ends = LOOKS.map((query) => {
      const media = matchMedia(query)
      const look = (): void => send({ do: 'look', look: lookOf(at) })
      media.addEventListener('change', look)
      return () => media.removeEventListener('change', look)
    })
    send({ do: 'look', look: lookOf(at) })
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
      send({ do: 'zoom', factor: Math.exp(-event.deltaY * lines * 0.0015), ...placeOn(at, event) })
    }
    at.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      for (const end of ends) end()
      sizes.disconnect()
      drawn.terminate()
    }
  }, [])
  useEffect(() => send({ do: 'graph', nodes, pairs, center }), [nodes, pairs, center])
  useEffect(() => send({ do: 'show', id: shown }), [shown])

  const onPointer =
    (kind: 'down' | 'move' | 'up' | 'leave') =>
    (event: PointerEvent): void => {
      const at = canvas.current!
      if (kind === 'down' && event.button !== 0) return
      if (kind === 'down') at.setPointerCapture(event.pointerId)
      send({
        do: 'pointer',
        kind,
        pointer: event.pointerId,
        ...placeOn(at, event),
        isFinger: event.pointerType === 'touch',
        isBeside: event.shiftKey,
      })
    }
  const buttons: readonly (readonly [words: string, sign: string, message: ToGraph])[] = [
    ['Zoom in', '+', KEYS['+']!],
    ['Zoom out', '−', KEYS['-']!],
    ['Show everything', '⤢', KEYS['0']!],
  ]
  return (
    <div class="graph-frame">
      <canvas
        ref={canvas}
        class="graph-canvas"
        role="application"
        aria-label={label}
        aria-description="Arrows move the graph, + and − zoom, 0 shows everything. The list below has every page."
        tabIndex={0}
        onPointerDown={onPointer('down')}
        onPointerMove={onPointer('move')}
        onPointerUp={onPointer('up')}
        onPointerCancel={onPointer('leave')}
        onPointerLeave={onPointer('leave')}
        onKeyDown={(event) => {
          const message = KEYS[event.key]
          if (!message || event.ctrlKey || event.metaKey || event.altKey) return
          event.preventDefault()
          send(message)
        }}
      />
      <div class="graph-buttons">
        {buttons.map(([words, sign, message]) => (
          <button key={words} type="button" aria-label={words} title={words} onClick={() => send(message)}>
            {sign}
          </button>
        ))}
      </div>
    </div>
  )
}

const KEYS: Readonly<Record<string, ToGraph>> = {
  ArrowLeft: { do: 'pan', x: PAN, y: 0 },
  ArrowRight: { do: 'pan', x: -PAN, y: 0 },
  ArrowUp: { do: 'pan', x: 0, y: PAN },
  ArrowDown: { do: 'pan', x: 0, y: -PAN },
  '+': { do: 'zoom', factor: ZOOM },
  '=': { do: 'zoom', factor: ZOOM },
  '-': { do: 'zoom', factor: 1 / ZOOM },
  '0': { do: 'fit' },
}

/** Wishes of the system that change the look. */
const STILL = '(prefers-reduced-motion: reduce)'
const LOOKS = ['(prefers-color-scheme: dark)', '(forced-colors: active)', STILL]

/** The colours that the style sheet gives here, as a worker can read them. */
function lookOf(at: HTMLElement): GraphLook {
  const probe = document.createElement('span')
  probe.hidden = true
  at.after(probe)
  const color = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const look = {
    colors: Array.from({ length: TYPE_COLORS }, (_, i) => color(`--type-${i}`)),
    ink: color('--ink'),
    paper: color('--surface'),
    line: color('--graph-line'),
    accent: color('--accent'),
    font: getComputedStyle(at).fontFamily,
    isStill: matchMedia(STILL).matches,
  }
  probe.remove()
  return look
}

function placeOn(
  at: HTMLElement,
  { clientX, clientY }: MouseEvent,
): { readonly x: number; readonly y: number } {
  const { left, top } = at.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
