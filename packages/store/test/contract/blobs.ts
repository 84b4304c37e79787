/** Tests for every store of the bytes of files. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UnstorableText, type Blobs } from '../../src/index.ts'
import { HARD_TEXTS } from '../texts/hard-texts.ts'

const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

const HELLO = Buffer.from('hello, world')
const HASH = hashOf(HELLO)
const NEVER = async () => false

/** Yields bytes in pieces, and then throws the error if there is one. */
async function* pieces(parts: readonly (string | Uint8Array)[], error?: Error): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
  if (error) throw error
}

/** A blob store, open for one test. */
export interface OpenBlobs {
  readonly blobs: Blobs
  close(): Promise<void>
}

/**
 * Defines the tests that every blob store passes.
 * @example
 * describe('in memory', () => {
 *   blobsContract(async () => ({ blobs: memoryBlobs(), close: async () => {} }))
 * })
 */
export function blobsContract(openBlobs: () => Promise<OpenBlobs>): void {
  let open: OpenBlobs
  let blobs: Blobs
  beforeEach(async () => {
    open = await openBlobs()
    ;({ blobs } = open)
  })
  afterEach(() => open.close())

  const text = async (hash: string, range?: { first: number; last: number }) => {
    const stream = await blobs.open('me', hash, range)
    return stream && new Response(stream).text()
  }
  const listed = async (account = 'me') =>
    (await Array.fromAsync(blobs.list(account))).map(({ hash }) => hash).toSorted()

  test('bytes that were put are there, whole and in parts', async () => {
    await blobs.put('me', HASH, HELLO)
    expect(await blobs.has('me', HASH)).toBe(true)
    expect(Buffer.from((await blobs.get('me', HASH))!).toString()).toBe('hello, world')
    expect(await text(HASH)).toBe('hello, world')
    expect(await text(HASH, { first: 0, last: 4 })).toBe('hello')
    expect(await text(HASH, { first: 5, last: 5 })).toBe(',')
    expect(await text(HASH, { first: 7, last: 11 })).toBe('world')
    expect(await listed()).toEqual([HASH])
  })

  test('bytes that were never put are not', async () => {
    expect(await blobs.has('me', HASH)).toBe(false)
    expect(await blobs.get('me', HASH)).toBeUndefined()
    expect(await blobs.open('me', HASH)).toBeUndefined()
    expect(await listed()).toEqual([])
  })

  test("another account's is not", async () => {
    await blobs.put('Me', HASH, HELLO)
    for (const account of ['me', 'm', '.me', 'Me.']) {
      expect(await blobs.has(account, HASH)).toBe(false)
      expect(await listed(account)).toEqual([])
    }
  })

  test.each(HARD_TEXTS)('[texts] %s as an id or a hash leads to no other blob', async (_, text) => {
    await blobs.put('me', HASH, HELLO)
    for (const [account, hash] of [
      [text, HASH],
      ['me', text],
    ] as const) {
      expect(await blobs.has(account, hash)).toBe(false)
      expect(await blobs.get(account, hash)).toBeUndefined()
      expect(await blobs.open(account, hash)).toBeUndefined()
      expect(await blobs.remove(account, hash, NEVER)).toBe(false)
    }
    expect(await listed(text)).toEqual([])
    await blobs.removeAll(text)
    await expect(blobs.put('me', text, HELLO)).rejects.toThrow(UnstorableText)
    expect(await listed()).toEqual([HASH])
  })

  test.each(HARD_TEXTS.filter(([, text]) => !/^[\w.-]{1,64}$/.test(text)))(
    '[texts] %s is the id of no account, and takes no blob',
    async (_, text) => {
      await expect(blobs.put(text, HASH, HELLO)).rejects.toThrow(UnstorableText)
      await expect(blobs.receive(text, pieces(['x']), 9)).rejects.toThrow(UnstorableText)
      expect(await listed()).toEqual([])
    },
  )

  test('putting the same again changes nothing but when it came', async () => {
    const before = Date.now()
    await blobs.put('me', HASH, HELLO)
    await blobs.put('me', HASH, HELLO)
    const [kept, ...others] = await Array.fromAsync(blobs.list('me'))
    expect(others).toEqual([])
    expect(kept!.keptAt).toBeGreaterThan(before - 2_000)
    expect(kept!.keptAt).toBeLessThan(Date.now() + 2_000)
  })

  describe('bytes that come in pieces', () => {
    test('are named by their content, and are there once they are kept', async () => {
      const received = (await blobs.receive('me', pieces(['hello', ', ', '', 'world']), 12))!
      expect(received).toMatchObject({ hash: HASH, size: 12 })
      expect(await blobs.has('me', HASH)).toBe(false)
      await received.keep()
      await received.drop()
      expect(await text(HASH)).toBe('hello, world')
    })

    test('are gone once they are dropped', async () => {
      const received = (await blobs.receive('me', pieces(['hello']), 12))!
      await received.drop()
      expect(await listed()).toEqual([])
    })

    test('may be none', async () => {
      const received = (await blobs.receive('me', pieces([]), 12))!
      expect(received).toMatchObject({ hash: hashOf(''), size: 0 })
      await received.keep()
      await received.drop()
      expect(await text(hashOf(''))).toBe('')
    })

    test('are refused when they are too many, without reading on', async () => {
      let read = 0
      const endless = async function* () {
        for (;;) {
          read++
          yield Buffer.from('abc')
        }
      }
      expect(await blobs.receive('me', endless(), 12)).toBeUndefined()
      expect(read).toBe(5)
      expect(await listed()).toEqual([])
    })

    test('leave nothing when they end in an error', async () => {
      await expect(blobs.receive('me', pieces(['hello'], new Error('cut off')), 12)).rejects.toThrow(
        'cut off',
      )
      expect(await listed()).toEqual([])
    })

    test('may be the same from two at once', async () => {
      const both = await Promise.all([1, 2].map(() => blobs.receive('me', pieces(['hello, world']), 12)))
      await Promise.all(both.map(async (received) => received!.keep()))
      await Promise.all(both.map(async (received) => received!.drop()))
      expect(await text(HASH)).toBe('hello, world')
      expect(await listed()).toEqual([HASH])
    })
  })

  test('a stream that nobody reads on holds nothing up', async () => {
    await blobs.put('me', HASH, HELLO)
    const stream = (await blobs.open('me', HASH))!
    await stream.cancel()
    expect(await blobs.remove('me', HASH, NEVER)).toBe(true)
  })

  describe('removing', () => {
    test('takes away what nothing needs, that alone', async () => {
      const other = Buffer.from('other')
      await blobs.put('me', HASH, HELLO)
      await blobs.put('me', hashOf(other), other)
      await blobs.put('you', HASH, HELLO)
      expect(await blobs.remove('me', HASH, NEVER)).toBe(true)
      expect(await blobs.remove('me', HASH, NEVER)).toBe(false)
      expect(await listed()).toEqual([hashOf(other)])
      expect(await listed('you')).toEqual([HASH])
    })

    test('is undone where something needs it, asked when it is out of reach', async () => {
      await blobs.put('me', HASH, HELLO)
      const seen: boolean[] = []
      const removed = await blobs.remove('me', HASH, async () => {
        seen.push(await blobs.has('me', HASH))
        return true
      })
      expect([removed, seen]).toEqual([false, [false]])
      expect(await text(HASH)).toBe('hello, world')
      expect(await listed()).toEqual([HASH])
    })

    test('leaves what came meanwhile', async () => {
      await blobs.put('me', HASH, HELLO)
      for (const needed of [true, false]) {
        await blobs.remove('me', HASH, async () => {
          await blobs.put('me', HASH, HELLO)
          return needed
        })
        expect(await text(HASH)).toBe('hello, world')
        expect(await listed()).toEqual([HASH])
      }
    })

    test('is undone where nobody can say whether something needs it', async () => {
      await blobs.put('me', HASH, HELLO)
      const cutOff = async () => Promise.reject(new Error('cut off'))
      await expect(blobs.remove('me', HASH, cutOff)).rejects.toThrow('cut off')
      expect(await listed()).toEqual([HASH])
      expect(await text(HASH)).toBe('hello, world')
    })

    test('all of an account leaves every other', async () => {
      await blobs.put('me', HASH, HELLO)
      await blobs.put('me', hashOf('x'), Buffer.from('x'))
      await blobs.put('me.too', HASH, HELLO)
      await blobs.removeAll('me')
      await blobs.removeAll('nobody')
      expect(await listed()).toEqual([])
      expect(await listed('me.too')).toEqual([HASH])
    })
  })

  test('tidying leaves what is kept, and what came in since', async () => {
    await blobs.put('me', HASH, HELLO)
    const received = (await blobs.receive('me', pieces(['late']), 12))!
    await blobs.tidy(Date.now() - 60_000)
    await received.keep()
    await received.drop()
    expect(await listed()).toEqual([HASH, hashOf('late')].toSorted())
  })
}
