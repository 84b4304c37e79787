import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The texts of the files in a zip archive, by their paths. */
export async function zipFiles(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes))
  const found = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return found
}
