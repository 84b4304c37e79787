/** Reads the bytes of files against their hash, which is their name. */
import { createHash } from 'node:crypto'
import type { Blobs, GraphStore, Problem } from '@notegraph/store'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Passes bytes on, and fails before the last ones if they have another hash. So no reader takes a damaged file for whole.
 * @param hash SHA-256 in hex
 */
export function verified(bytes: ReadableStream<Bytes>, hash: string): ReadableStream<Bytes> {
  const sum = createHash('sha256')
  let last: Bytes | undefined
  return bytes.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform(chunk, controller) {
        sum.update(chunk)
        if (last) controller.enqueue(last)
        last = chunk
      },
      flush(controller) {
        if (sum.digest('hex') !== hash) throw new Error('the bytes of a file are not those that were stored')
        if (last) controller.enqueue(last)
      },
    }),
  )
}

/**
 * Reads every file of an account.
 * @returns the files whose bytes are missing or damaged, in words for an operator
 * @example
 * const problems = await fileProblems(store.graph('ada'), blobs, 'ada')
 */
export async function fileProblems(
  { files }: Pick<GraphStore, 'files'>,
  blobs: Blobs,
  accountId: string,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { id, hash, name } of await files.list()) {
    const problem = await bytesProblem(blobs, accountId, hash)
    // The sweep may have deleted the file meanwhile.
    if (problem !== undefined && (await files.find(id))) problems.push(`file ${id} (${name}): ${problem}`)
  }
  return problems
}

/**
 * Reads stored bytes and compares them with their hash.
 * @returns undefined if the bytes are whole, else the problem, in words for an operator
 * @example
 * const isWhole = (await bytesProblem(blobs, 'ada', hash)) === undefined
 */
export async function bytesProblem(
  blobs: Pick<Blobs, 'open'>,
  accountId: string,
  hash: string,
): Promise<string | undefined> {
  const bytes = await blobs.open(accountId, hash)
  if (!bytes) return 'its bytes are missing'
  const sum = createHash('sha256')
  for await (const chunk of bytes) sum.update(chunk)
  return sum.digest('hex') === hash ? undefined : 'its bytes are not those that were stored'
}
