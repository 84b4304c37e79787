/**
 * The answers of a pull, from wherever the device is. It pulls one answer after another. If more than one further answer
 * is left of a full pull, it takes all of them as one archive. An archive that fails costs nothing: pulls go on after its
 * last whole answer.
 *
 * @see history 7
 */
import type { PullAnswer, WireError } from '../message.ts'
import type { Core } from './core.ts'
import type { Meta } from './local.ts'
import type { PullReply, Reply, Transport } from './transport.ts'

/** An archive that sends nothing for so many milliseconds has broken. */
const SILENCE = 120_000

/** No answer, and the reason. */
export interface Offline {
  readonly ok: 'offline'
  readonly reason: WireError
}

/** An answer, and when the device asked for it by its own clock. */
export interface Answered {
  readonly reply: Reply<PullAnswer> | Offline
  readonly askedAt: number
}

/** Yields answers without an end. The caller stores each before it takes the next, and stops at the head. */
export async function* pullAnswers(core: Core, transport: Transport): AsyncGenerator<Answered, never> {
  let { archive } = transport
  let size = Infinity
  for (;;) {
    const askedAt = core.environment.now()
    if (archive && isMuchLeft(core.meta, size)) {
      const open = archive
      archive = undefined // once in a pass, or a server that ends each one would be asked for ever
      for await (const reply of unbroken(core, (signal) => open(core.meta.cursor, signal)))
        yield { reply, askedAt }
      continue
    }
    const reply = await ask(() => transport.pull(core.meta.cursor))
    if (reply.ok === true) size = reply.value.records.length
    yield { reply, askedAt }
  }
}

/** @param size the number of records in the latest answer */
const isMuchLeft = ({ pulled }: Meta, size: number): boolean =>
  pulled?.total !== undefined && pulled.total - pulled.records > size

/**
 * Sends a request to the server.
 *
 * @returns the answer, or `offline`
 */
export async function ask<T>(request: () => Promise<Reply<T>>): Promise<Reply<T> | Offline> {
  try {
    return await request()
  } catch (error) {
    return { ok: 'offline', reason: reasonOf(error) }
  }
}

/** The reason in an error of a transport. A transport of the app may throw anything. */
function reasonOf(error: unknown): WireError {
  const { message, code, hint } = (error ?? {}) as Partial<Error & WireError>
  return {
    code: typeof code === 'string' && typeof hint === 'string' ? code : 'no_answer',
    error: message ?? 'The server did not answer.',
    hint: hint ?? '',
  }
}

/** The answers of an archive until its end, whatever ends it. */
async function* unbroken(
  { environment }: Core,
  open: (signal: AbortSignal) => AsyncIterable<PullReply>,
): AsyncGenerator<PullReply, void> {
  const stop = new AbortController()
  const watch = () => environment.later(SILENCE, () => stop.abort())
  let unwatch = watch()
  try {
    for await (const reply of open(stop.signal)) {
      unwatch()
      yield reply
      unwatch = watch()
    }
  } catch {
    // The next pull finds out what is wrong.
  } finally {
    unwatch()
    stop.abort()
  }
}
