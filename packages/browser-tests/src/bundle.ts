/** Bundles workspace code for a page of a test, from the current source. */
import { build } from 'esbuild'

/**
 * Bundles a module and its imports.
 *
 * @param entry the path of a module @returns a classic script that runs the module
 * @example
 * ```ts
 * await page.addScriptTag({ content: await bundle('src/page.ts') })
 * ```
 */
export async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    conditions: ['notegraph'],
    logLevel: 'silent',
  })
  return outputFiles[0]!.text
}
