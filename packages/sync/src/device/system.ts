/**
 * The environment of a real device: the clock, the random numbers and the timers of a browser, a worker, Electron or
 * Node. Only this module of a pure package uses them, as the default of an option. The rules never do.
 */
import type { Environment } from './environment.ts'

/** The parts of a window or worker that are used, without the DOM's types in every package. */
interface Target {
  addEventListener(event: string, run: () => void): void
  removeEventListener(event: string, run: () => void): void
}
interface Scope extends Partial<Target> {
  readonly reportError?: (error: unknown) => void
  readonly process?: { emitWarning(warning: Error): void }
  readonly document?: Target
}

/**
 * Returns the environment of the current program.
 *
 * @param scope the source of the network and focus events; Node has none
 * @example
 * const around = { ...systemEnvironment(), random: () => 0.5 }
 * typeof around.newId() // 'string'
 */
export function systemEnvironment(scope: object = globalThis): Environment {
  return {
    now: () => Date.now(),
    later(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: () => Math.random(),
    newId: uuid,
    zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    report: (error) => reportError(error, scope),
    onWake: (run) => onWake(scope, run),
  }
}

/** Replaces `crypto.randomUUID`, which a page only has over HTTPS; a server at home may have no HTTPS. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Reports an error of the app. Node has no `reportError`, and an uncaught error would end the program. */
export function reportError(error: unknown, scope: Scope = globalThis): void {
  if (scope.reportError) scope.reportError(error)
  else scope.process?.emitWarning(error instanceof Error ? error : new Error(String(error)))
}

function onWake(scope: Scope, run: () => void): () => void {
  const { document } = scope
  const targets = [
    [scope, 'online', run],
    [scope, 'focus', run],
    // A hidden page may be frozen or closed soon, so its edits leave at once.
    [document, 'visibilitychange', run],
  ] as const
  for (const [target, event, listen] of targets) target?.addEventListener?.(event, listen)
  return () => {
    for (const [target, event, listen] of targets) target?.removeEventListener?.(event, listen)
  }
}
