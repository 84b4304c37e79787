/**
 * The OpenAPI documents as the last release had them, in `released`, and as they are built now. Both have the same
 * form: without words and examples, which break no client.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ABOUT_APP, APP_ROUTES, openApiDocument, ROUTES, TOOLS } from '../src/index.ts'

export type Json = { [key: string]: unknown }

const given = { baseUrl: 'https://notes.example', version: '0' }
const BUILT = {
  notes: () => openApiDocument({ ...given, routes: ROUTES, tools: TOOLS }),
  app: () => openApiDocument({ ...given, routes: APP_ROUTES, about: ABOUT_APP }),
}

export type DocumentName = keyof typeof BUILT
export const DOCUMENT_NAMES = Object.keys(BUILT) as DocumentName[]

const pathOf = (name: DocumentName) => join(import.meta.dirname, '..', 'released', `${name}.json`)

/** Texts of the documents that were built. */
const texts = new Map<DocumentName, string>()

/** @returns a document of the caller's own */
export function builtDocument(name: DocumentName): Json {
  const text = texts.get(name) ?? JSON.stringify(withoutWords(JSON.parse(JSON.stringify(BUILT[name]()))))
  texts.set(name, text)
  return JSON.parse(text) as Json
}

export const releasedDocument = (name: DocumentName): Json =>
  JSON.parse(readFileSync(pathOf(name), 'utf8')) as Json

/** Keeps the documents of this release for the comparison of the next. */
export function keepDocuments(): void {
  for (const name of DOCUMENT_NAMES)
    writeFileSync(pathOf(name), `${JSON.stringify(builtDocument(name), undefined, 1)}\n`)
}

const WORDS = new Set(['description', 'summary', 'title', 'example', 'examples'])

/** @param named whether the keys are names that the API chose, such as those of properties */
function withoutWords(value: unknown, named = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => named || !WORDS.has(key))
  return Object.fromEntries(
    kept.map(([key, child]) => [key, withoutWords(child, !named && key === 'properties')]),
  )
}
