/**
 * Bytes of answers that their callers have not read yet, bounded for each account and in the process. A list may be long
 * and its caller slow, or gone: without a bound, the memory of the server is theirs to fill.
 *
 * An account reserves the room for a whole answer before it is made, and waits where it has none. In the process nobody
 * waits for another account: where all together are too much, the answer that nobody has read from for longest is ended.
 */
import { LIMITS } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'

export interface UnreadLimits {
  /** Bytes that the answers of one account may hold. */
  readonly perAccount: number
  /** Bytes that all answers may hold. */
  readonly inAll: number
  /** Reads of one account that may wait for room. */
  readonly waiting: number
  /** Milliseconds for which a read waits. */
  readonly patience: number
}

const MEGABYTE = 1_000_000

export const UNREAD_LIMITS: UnreadLimits = {
  perAccount: 8 * LIMITS.answerBytes,
  inAll: 32 * LIMITS.answerBytes,
  waiting: 64,
  patience: 10_000,
}

/** What a read is refused with where its account has no room. */
export const UNREAD: Refusal = {
  code: 'rate_limited',
  limit: UNREAD_LIMITS.perAccount / MEGABYTE,
  reads: 'unread',
}

/** The room of one answer. Whoever takes it gives it back, once. */
export interface Room {
  /**
   * The answer is made, of so many bytes, and is sent.
   * @param end ends it, read or not
   */
  sending(bytes: number, end: () => void): void
  /** Its caller has read some of it. */
  read(): void
  /** It is read, or its caller has gone. */
  done(): void
}

export interface ResponseMemory {
  /** @returns undefined where the account still has no room after a while, or too many of its reads wait */
  reserve(account: string): Promise<Room | undefined>
  /** Room for an answer that is made already, such as that of a write, which never waits. */
  take(account: string): Room
  /** Bytes of all answers that are being sent. */
  bytes(): number
}

interface Held {
  bytes: number
  readonly waiting: Set<() => void>
}

export function unreadAnswers({
  perAccount,
  inAll,
  waiting,
  patience,
}: UnreadLimits = UNREAD_LIMITS): ResponseMemory {
  const accounts = new Map<string, Held>()
  /** In the order in which they were read from last. */
  const sent = new Map<object, { readonly bytes: number; readonly end: () => void }>()
  let all = 0

  const heldBy = (account: string): Held => {
    const held = accounts.get(account) ?? { bytes: 0, waiting: new Set() }
    accounts.set(account, held)
    return held
  }

  function grow(account: string, bytes: number): void {
    const held = heldBy(account)
    held.bytes += bytes
    for (const goOn of held.waiting) {
      if (!hasRoom(held)) break
      held.waiting.delete(goOn)
      goOn()
    }
    if (held.bytes === 0 && held.waiting.size === 0) accounts.delete(account)
  }

  const hasRoom = ({ bytes }: Held): boolean => bytes === 0 || bytes + LIMITS.answerBytes <= perAccount

  function room(account: string, reserved: number): Room {
    const key = {}
    let own = reserved
    grow(account, own)
    return {
      sending(bytes, end) {
        sent.set(key, { bytes, end })
        all += bytes
        grow(account, bytes - own)
        own = bytes
        for (const [other, { end: endOther }] of sent) {
          if (all <= inAll || other === key) break
          endOther()
        }
      },
      read() {
        const one = sent.get(key)
        if (one && sent.delete(key)) sent.set(key, one)
      },
      done() {
        all -= sent.get(key)?.bytes ?? 0
        sent.delete(key)
        grow(account, -own)
        own = 0
      },
    }
  }

  return {
    bytes: () => all,
    take: (account) => room(account, 0),
    async reserve(account) {
      const held = heldBy(account)
      if (!hasRoom(held)) {
        if (held.waiting.size >= waiting) return undefined
        let taken: Room | undefined
        await new Promise<void>((resolve) => {
          const goOn = (): void => {
            clearTimeout(timer)
            taken = room(account, LIMITS.answerBytes) // at once, or the next in line would take it too
            resolve()
          }
          const timer = setTimeout(() => {
            held.waiting.delete(goOn)
            resolve()
          }, patience)
          held.waiting.add(goOn)
        })
        return taken
      }
      return room(account, LIMITS.answerBytes)
    },
  }
}

/** A shorter body is sent at once: it takes no more than its connection does. */
const LONG = 65_536
/** Bytes that are handed to the connection at a time, so that it shows whether its caller reads. */
const PIECE = 65_536

export interface Body {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  readonly headers: Readonly<Record<string, string>>
}

/** A body as it is sent, a long one a piece at a time, as its caller reads it. Takes care of the room. */
export function sentFrom(room: Room, body: string | Uint8Array<ArrayBuffer>): Body {
  if (body.length < LONG) {
    room.done()
    return { body, headers: {} }
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  let at = 0
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) =>
        room.sending(bytes.length, () => {
          room.done()
          controller.error(new Error('nobody read the answer'))
        }),
      pull(controller) {
        room.read()
        controller.enqueue(bytes.subarray(at, (at += PIECE)))
        if (at < bytes.length) return
        room.done()
        controller.close()
      },
      cancel: () => room.done(),
    },
    { highWaterMark: 0 },
  )
  return { body: stream, headers: { 'Content-Length': String(bytes.length) } }
}
