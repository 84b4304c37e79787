/**
 * One engine for many windows: it runs in a worker or in another process, and each window talks to it over a port. A port is
 * anything that carries plain data both ways, such as a `MessagePort` of a `SharedWorker` or of Electron.
 */
import type { Engine, EngineEvents, State } from '../device/engine.ts'

/** The parts of a `MessagePort` that are used. */
export interface EnginePort {
  postMessage(message: unknown): void
  addEventListener(type: 'message', hear: (event: { readonly data: unknown }) => void): void
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
  | 'retryRefused'
  | 'allowDeletion'
  | 'attach'
  | 'readFile'
  | 'uploads'
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
  'retryRefused',
  'allowDeletion',
  'attach',
  'readFile',
  'uploads',
]

type EventName = keyof EngineEvents
const EVENTS: readonly EventName[] = ['state', 'counts', 'refused', 'conflicts', 'change', 'uploads']

/** An engine that runs elsewhere. */
export type RemoteEngine = Pick<Engine, Method | 'state' | 'on'>

type ToEngine =
  | { readonly hello: true }
  | { readonly call: number; readonly method: Method; readonly args: readonly unknown[] }
type ToWindow =
  | { readonly state: State }
  | { readonly event: EventName; readonly value: unknown; readonly state: State }
  | { readonly answers: number; readonly value: unknown }
  | { readonly answers: number; readonly error: string }

/**
 * Answers a window over its port.
 *
 * @example
 * self.onconnect = ({ ports: [port] }) => serveEngine(engine, port)
 */
export function serveEngine(engine: Engine, port: EnginePort): void {
  const send = (message: ToWindow): void => port.postMessage(message)
  const hearOf = (event: EventName): void =>
    void engine.on(event, (value) => send({ event, value, state: engine.state }))
  port.addEventListener('message', ({ data }) => {
    const message = data as ToEngine
    if ('hello' in message) return send({ state: engine.state })
    const { call, method, args } = message
    if (!METHODS.includes(method)) return send({ answers: call, error: `There is no method ${method}.` })
    const work = engine[method] as (...all: readonly unknown[]) => unknown
    Promise.resolve(work(...args)).then(
      (value) => send({ answers: call, value }),
      (error: unknown) =>
        send({ answers: call, error: error instanceof Error ? error.message : String(error) }),
    )
  })
  for (const event of EVENTS) hearOf(event)
  port.start?.()
}

/** A window's way to an engine that can go and come back. */
export interface EngineWindow {
  readonly engine: RemoteEngine
  /** Talks over this port from now on, and asks again what was not answered. Edits with an id are made once. */
  connect(port: EnginePort): void
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
  let state: State = { status: 'unsynced', pending: 0, refused: 0, conflicts: 0 }

  const tell = <E extends EventName>(event: E, value: EngineEvents[E]): void => {
    for (const listen of listeners.get(event) ?? []) (listen as (value: EngineEvents[E]) => void)(value)
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
      if ('error' in message) call?.failed(new Error(message.error))
      else call?.done(message.value)
      return
    }
    state = message.state
    if ('event' in message) tell(message.event, message.value as never)
    else tell('state', state)
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
