/** Answers that are compressed at once. `test/sync-pull.test.ts` tests the callers that take gzip. */
import { availableParallelism } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { coded, type EncodedBody } from './gzip.ts'

test('[sync, Routes] some of many long answers at once stay unpacked, so that packing delays nobody', async () => {
  const long = 'words '.repeat(50_000)
  const atOnce = async () =>
    Promise.all(Array.from({ length: 2 * availableParallelism() }, async () => coded('gzip', long)))
  // Twice: the first answers gave their places back.
  for (const answers of [await atOnce(), await atOnce()]) {
    const isPacked = ({ headers }: EncodedBody) => 'Content-Encoding' in headers
    const packed = answers.filter(isPacked)
    const asTheyAre = answers.filter((answer) => !isPacked(answer))
    expect(packed).toHaveLength(Math.max(1, availableParallelism() - 1))
    for (const { body } of packed) expect(gunzipSync(body).toString()).toBe(long)
    for (const { body } of asTheyAre) expect(body).toBe(long)
  }
})
