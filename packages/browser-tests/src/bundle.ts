/** Code of the workspace for a page of a test, from its source as it is now. */
import { build } from 'esbuild'

/** @param entry the path of a module; @returns a classic script that runs it */
export async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    conditions: ['source'],
    logLevel: 'silent',
  })
  return outputFiles[0]!.text
}
