/** The public documents: the types, and the two descriptions of the API with the rates of this server. */
import {
  ABOUT_APP,
  ABOUT_NOTES,
  APP_ROUTES,
  openApiDocument,
  ROUTES,
  TOOLS,
  type OpenApiOptions,
} from '@notegraph/contract'
import { PAGE_TYPES } from '@notegraph/page-types'
import type { Deps } from './http/context.ts'
import { staticDocument, type StaticDocument } from './http/static-document.ts'
import { VERSION } from './version.ts'

/** Documents by the operation id of the route; each is prepared on first use. */
export type OpenDocuments = ReadonlyMap<string, () => Promise<StaticDocument>>

export function openDocuments(deps: Deps): OpenDocuments {
  const described = (what: ApiDescription) => once(() => describe(deps, what))
  return new Map([
    ['listTypes', once(() => JSON.stringify({ types: PAGE_TYPES }))],
    ['describeApi', described({ routes: ROUTES, tools: TOOLS, about: ABOUT_NOTES })],
    ['describeApp', described({ routes: APP_ROUTES, about: ABOUT_APP })],
  ])
}

/** Milliseconds. To prepare the documents takes the thread a tenth of a second, and the first requests come at once. */
const AFTER_START = 10_000

/**
 * Prepares all documents some time after the start, one after another. A request before that prepares its own.
 * @returns a function that cancels it
 */
export function prepareLater(documents: OpenDocuments): () => Promise<void> {
  const prepareAll = async () => {
    for (const document of documents.values()) await document()
  }
  const timer = setTimeout(() => void prepareAll(), AFTER_START).unref()
  return async () => clearTimeout(timer)
}

function once(json: () => string): () => Promise<StaticDocument> {
  let prepared: Promise<StaticDocument> | undefined
  return () => (prepared ??= staticDocument(json()))
}

type ApiDescription = Pick<OpenApiOptions, 'routes' | 'tools' | 'about'>

function describe({ baseUrl, requests, writeRates, revertibleChanges }: Deps, what: ApiDescription): string {
  const rates = {
    requestsPerAddress: requests.limit,
    writesPerToken: writeRates.perToken,
    writesPerAddress: writeRates.perAddress,
    revertibleChanges,
  }
  return JSON.stringify(openApiDocument({ baseUrl: baseUrl(), version: VERSION, rates, ...what }))
}
