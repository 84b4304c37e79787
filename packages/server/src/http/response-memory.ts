/**
 * Limits the bytes of unread answers, for each account and for the process. A list may be long and its caller slow or
 * gone; without a limit, such callers could fill the server's memory.
 *
 * An account reserves memory for a whole answer before it is built, and waits if none is free. No account waits for
 * another: if the process limit is exceeded, the answer with the longest pause in reading is ended.
 */
import { LIMITS } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'

export interface UnreadLimits {
  /** Bytes for the answers of one account. */
  readonly perAccount: number
  /** Bytes for all answers. */
  readonly inAll: number
  /** Reads of one account that may wait for memory. */
  readonly waiting: number
  /** Milliseconds for which a read waits. */
  readonly patience: number
}

const MEGABYTE = 1_000_000

export const UNREAD_LIMITS: UnreadLimits = {
  perAccount: 8 * LIMITS.answerBytes,
  inAll: 32 * LIMITS.answerBytes,
  // A program that reads many pages at once keeps only itself waiting.
  waiting: 1_000,
  patience: 10_000,
}

/** The refusal of a read if its account has no free memory. */
export const UNREAD: Refusal = {
  code: 'rate_limited',
  limit: UNREAD_LIMITS.perAccount / MEGABYTE,
  reads: 'unread',
}

/** The reason why an answer is cut that nobody reads. */
export class UnreadAnswer extends Error {
  override readonly name = 'UnreadAnswer'
}

/** The reserved memory of one answer. The caller releases it once. */
export interface Room {
  /**
   * The answer has this many bytes and is being sent.
   * @param end ends the answer, even if unread
   */
  sending(bytes: number, end: () => void): void
  /** The caller has read a part. */
  read(): void
  /** The answer is read, or the caller has gone. */
  done(): void
}

export interface ResponseMemory {
  /** @returns undefined if the account still has no free memory after a while, or too many of its reads wait */
  reserve(account: string): Promise<Room | undefined>
  /** Memory for an answer that already exists, such as that of a write. It never waits. */
  take(account: string): Room
  /** Bytes of all answers that are being sent. */
  bytes(): number
}

interface AccountMemory {
  bytes: number
  readonly waiting: Set<() => void>
}

export function responseMemory({
  perAccount,
  inAll,
  waiting,
  patience,
}: UnreadLimits = UNREAD_LIMITS): ResponseMemory {
  const accounts = new Map<string, AccountMemory>()
  /** Answers in the order of their last read. */
  const sent = new Map<object, { readonly bytes: number; readonly end: () => void }>()
  let all = 0

  const heldBy = (account: string): AccountMemory => {
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

  const hasRoom = ({ bytes }: AccountMemory): boolean =>
    bytes === 0 || bytes + LIMITS.answerBytes <= perAccount

  function room(account: string, reserved = 0): Room {
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
    take: room,
    async reserve(account) {
      const held = heldBy(account)
      if (!hasRoom(held)) {
        if (held.waiting.size >= waiting) return undefined
        let taken: Room | undefined
        await new Promise<void>((resolve) => {
          const goOn = (): void => {
            clearTimeout(timer)
            taken = room(account, LIMITS.answerBytes) // synchronously, or the next in line would take it too
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

/** A shorter body is sent at once, since it fits the buffer of its connection. */
const LONG = 65_536
/** Bytes passed to the connection at a time, which shows whether the caller reads. */
const PIECE = 65_536

export interface Body {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  readonly headers: Readonly<Record<string, string>>
}

/** A body for sending; a long one in pieces, as its caller reads. Releases the memory at the end. */
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
          controller.error(new UnreadAnswer('the answer was not read'))
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
