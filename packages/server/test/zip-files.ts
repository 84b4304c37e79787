import { buffer, text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** The texts of the files in a zip archive, by their paths. */
export async function zipFiles(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes))
  const found = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return found
}

/** An archive of these files. */
export async function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}
