/**
 * One engine for many windows: it runs in a worker or in another process, and each window talks to it over a port. A port is
 * anything that carries plain data both ways, such as a `MessagePort` of a `SharedWorker` or of Electron.
 */
import type { GraphChange } from '../device/change-event.ts'
import type { Engine, EngineEvents, State } from '../device/engine-api.ts'
import { reportError } from '../device/system.ts'
import type { WireError } from '../message.ts'

/**
 * The parts of a `MessagePort` that are used. That of a browser, and a `Worker`, fit without a cast. Node's fits too, but its
 * types are others. Electron's `MessagePortMain` has `on` in place of `addEventListener`.
 */
export interface EnginePort {
  /** Sends plain data to the other end. */
  postMessage(message: unknown): void
  /** Calls with each message of the other end. */
  addEventListener(type: 'message', hear: (event: { readonly data: unknown }) => void): void
  /** Browsers report the end of a window's port. */
  addEventListener(type: 'close', hear: () => void): void
  /** Absent on ports that are open from the start. */
  start?(): void
}

/** The methods that a window can call. All take and return plain data. */
type Method =
  | 'edit'
  | 'undo'
  | 'openPage'
  | 'openDay'
  | 'renamePage'
  | 'deletePage'
  | 'setProp'
  | 'setFavorite'
  | 'pick'
  | 'record'
  | 'pages'
  | 'pageNamed'
  | 'blocks'
  | 'conflicts'
  | 'pending'
  | 'own'
  | 'ownKeys'
  | 'keep'
  | 'sync'
  | 'pullPageFirst'
  | 'retryRefused'
  | 'allowDeletion'
  | 'keepUnsent'
  | 'attach'
  | 'readFile'
  | 'uploads'
  | 'removeUpload'
  | 'linksTo'
  | 'refersTo'
  | 'referenceCounts'
  | 'tasks'
  | 'changesSince'
  | 'search'
  | 'query'
  | 'queryPages'
  | 'mentionsOf'
  | 'propertyKeys'
  | 'pageLinks'
const METHODS: readonly Method[] = [
  'edit',
  'undo',
  'openPage',
  'openDay',
  'renamePage',
  'deletePage',
  'setProp',
  'setFavorite',
  'pick',
  'record',
  'pages',
  'pageNamed',
  'blocks',
  'conflicts',
  'pending',
  'own',
  'ownKeys',
  'keep',
  'sync',
  'pullPageFirst',
  'retryRefused',
  'allowDeletion',
  'keepUnsent',
  'attach',
  'readFile',
  'uploads',
  'removeUpload',
  'linksTo',
  'refersTo',
  'referenceCounts',
  'tasks',
  'changesSince',
  'search',
  'query',
  'queryPages',
  'mentionsOf',
  'propertyKeys',
  'pageLinks',
]

type EventName = keyof EngineEvents
/** Events that all windows hear alike. Changes differ by whose they are. */
const EVENTS: readonly EventName[] = ['state', 'counts', 'refused', 'conflicts', 'change', 'uploads']

/**
 * An engine that runs elsewhere. It has no `addBlock`, `setText`, `moveBlock`, `deleteBlock` and `settle`: use `edit`, which
 * can have an id and be repeated.
 */
export type RemoteEngine = Pick<Engine, Method | 'state' | 'on'>

/** The state before an engine has reported its own. */
const NEW: State = { status: 'unsynced', pending: 0, refused: 0, conflicts: 0 }

type ToEngine =
  | { readonly hello: true }
  | { readonly call: number; readonly method: Method; readonly args: readonly unknown[] }
type ToWindow =
  | { readonly state: State }
  | { readonly event: EventName; readonly value: unknown; readonly state: State }
  | { readonly answers: number; readonly value: unknown }
  | ({ readonly answers: number } & Failure)

/** Why a call failed. The code and the hint are those of the error, if it has any. */
interface Failure {
  readonly error: string
  readonly code?: string | undefined
  readonly hint?: string | undefined
}

/** These answer also if the store does not open: with the reason. */
const SYNCS: ReadonlySet<Method> = new Set(['sync', 'retryRefused'])

let windows = 0

/**
 * Answers a window over its port, until the port is closed.
 *
 * @param opened resolves when the engine is open. Calls wait for it; the state is reported before, also that it waits.
 * @example
 * self.onconnect = ({ ports: [port] }) => serveEngine(engine, port, opened)
 */
export function serveEngine(engine: Engine, port: EnginePort, opened: Promise<unknown>): void {
  // Electron throws for a window that was destroyed. That must end neither an edit nor the program.
  const send = (message: ToWindow): void => {
    try {
      port.postMessage(message)
    } catch (error) {
      reportError(error)
    }
  }
  const own = engine.editsOf(`window ${++windows}`, (value) =>
    send({ event: 'changes', value, state: engine.state }),
  )
  const hearOf = (event: EventName): (() => void) =>
    engine.on(event, (value) => send({ event, value, state: engine.state }))
  port.addEventListener('message', ({ data }) => {
    const message = data as ToEngine
    if ('hello' in message) return send({ state: engine.state })
    const { call, method, args } = message
    if (!METHODS.includes(method)) return send({ answers: call, error: `There is no method ${method}.` })
    const work = Reflect.get(method in own ? own : engine, method) as (...all: readonly unknown[]) => unknown
    const ready = SYNCS.has(method) ? opened.catch(() => {}) : opened
    ready
      .then(() => work(...args))
      .then(
        (value) => send({ answers: call, value }),
        (error: unknown) => send({ answers: call, ...failureOf(error) }),
      )
  })
  opened.catch(() => {}) // the state and the calls of the window report it
  const ends = [...EVENTS.map(hearOf), () => own.end()]
  port.addEventListener('close', () => {
    for (const end of ends) end()
  })
  port.start?.()
}

/**
 * Answers a window when there is no engine, for example because the browser cannot open the database.
 *
 * @example
 * refuseEngine(port, { code: 'store', error: 'The database cannot be opened.', hint: 'Free space on the device.' })
 */
export function refuseEngine(port: EnginePort, reason: WireError): void {
  const answerTo = (message: ToEngine): ToWindow => {
    if ('hello' in message) return { state: { ...NEW, status: 'error', reason } }
    const { call, method } = message
    return SYNCS.has(method)
      ? { answers: call, value: { ok: false, ...reason } }
      : { answers: call, ...reason }
  }
  port.addEventListener('message', ({ data }) => port.postMessage(answerTo(data as ToEngine)))
  port.start?.()
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { error: String(error) }
  const { message, code, hint } = error as Error & Partial<Record<'code' | 'hint', unknown>>
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { error: message, code: text(code), hint: text(hint) }
}

const errorOf = ({ error, code, hint }: Failure): Error => Object.assign(new Error(error), { code, hint })

/** A change that a window may have missed. Its point is one that no engine knows. */
const MISSED: GraphChange = { by: 'server', point: '', ids: [], pages: [] }

/** A window's way to an engine that can go and come back. */
export interface EngineWindow {
  readonly engine: RemoteEngine
  /**
   * Talks over this port from now on, and asks again what was not answered. Edits with an id are made once. From the second port on,
   * the window hears of a change without ids, for all that the engine did before.
   */
  connect(this: void, port: EnginePort): void
}

interface Call {
  readonly method: Method
  readonly args: readonly unknown[]
  readonly done: (value: unknown) => void
  readonly failed: (error: Error) => void
}

/**
 * Creates the engine of a window. It answers after `connect`.
 *
 * @example
 * const { engine, connect } = engineWindow()
 * connect(new SharedWorker('/engine.js', { type: 'module' }).port)
 */
export function engineWindow(): EngineWindow {
  const calls = new Map<number, Call>()
  const listeners = new Map<EventName, Set<(value: never) => void>>()
  let latest = 0
  let port: EnginePort | undefined
  let state = NEW
  /** Whether an engine went on for another one, and has not said its state yet. */
  let isNext = false

  const tell = <E extends EventName>(event: E, value: EngineEvents[E]): void => {
    for (const listen of listeners.get(event) ?? [])
      try {
        ;(listen as (value: EngineEvents[E]) => void)(value)
      } catch (error) {
        reportError(error)
      }
  }
  const send = (message: ToEngine): void => port?.postMessage(message)

  const methods = Object.fromEntries(
    METHODS.map((method) => [
      method,
      async (...args: unknown[]): Promise<unknown> =>
        new Promise((done, failed) => {
          latest++
          calls.set(latest, { method, args, done, failed })
          send({ call: latest, method, args })
        }),
    ]),
  ) as unknown as Pick<Engine, Method>

  function hear(message: ToWindow): void {
    if ('answers' in message) {
      const call = calls.get(message.answers)
      calls.delete(message.answers)
      if ('error' in message) call?.failed(errorOf(message))
      else call?.done(message.value)
      return
    }
    state = message.state
    if ('event' in message) return tell(message.event, message.value as never)
    tell('state', state)
    if (!isNext) return
    isNext = false
    tell('change', MISSED.ids)
    tell('changes', MISSED)
  }

  return {
    engine: {
      ...methods,
      get state() {
        return state
      },
      on(event, listen) {
        const all = listeners.get(event) ?? new Set()
        listeners.set(event, all)
        all.add(listen)
        return () => void all.delete(listen)
      },
    },
    connect(next) {
      isNext = port !== undefined
      port = next
      next.addEventListener('message', ({ data }) => {
        if (port === next) hear(data as ToWindow)
      })
      next.start?.()
      send({ hello: true })
      for (const [call, { method, args }] of calls) send({ call, method, args })
    },
  }
}
