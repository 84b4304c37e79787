/** Prism, a program from outside, as a proxy that checks each request and answer against a document of the server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { fileOf, start } from '../program.ts'

/**
 * Starts Prism until the end of the test.
 * @param document the text of an OpenAPI document
 * @param upstream the address of the server behind it
 * @returns its address
 */
export async function openPrism(document: string, upstream: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-prism-'))
  const path = join(folder, 'document.json')
  writeFileSync(path, document)
  const prism = start(fileOf('@stoplight/prism-cli', 'dist/index.js'), [
    'proxy',
    path,
    upstream,
    '--errors',
    '--cors=false',
    '--port=0',
  ])
  onTestFinished(async () => {
    await prism.stop()
    rmSync(folder, { recursive: true })
  })
  const [, address = ''] = await prism.says(/Prism is listening on (http\S+)/)
  return address
}
