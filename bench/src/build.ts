import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Builds the packages. A measured server runs the build, as every installed one does. From source, each of its threads
 * strips types first, which takes time and some 30 MB.
 */
export function buildPackages(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/run.mjs'), 'setup'])
}
