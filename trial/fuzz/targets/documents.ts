/** The JSON schemas of requests, as the OpenAPI documents show them. */
import { APP_ROUTES, openApiDocument, ROUTES, type Route } from '@notegraph/contract'
import type { Schema } from './json-text.ts'

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Schema } } }
}

const documents = [ROUTES, APP_ROUTES].map((routes) =>
  openApiDocument({ baseUrl: 'https://notes.example', version: '1', routes }),
)
const schemas = Object.assign({}, ...documents.map(({ components }) => components['schemas'])) as {
  readonly [name: string]: Schema
}
const operations = documents.flatMap(({ paths }) =>
  Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>)),
)

/** The schema behind a reference such as `#/components/schemas/AddBlock`. */
export const resolve = (reference: string): Schema => schemas[reference.split('/').at(-1)!]!

/** The schema of the JSON that a route takes. */
export const schemaOf = ({ operationId }: Pick<Route, 'operationId'>): Schema =>
  operations.find((one) => one.operationId === operationId)!.requestBody!.content['application/json']!.schema
