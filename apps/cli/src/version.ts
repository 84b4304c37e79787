import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The same relative path works from the source and from the build. */
const PACKAGE = join(import.meta.dirname, '..', 'package.json')

export const version = (): string =>
  (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string }).version
