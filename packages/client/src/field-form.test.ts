import { openApiDocument, ROUTES } from '@notegraph/contract'
import { expect, test } from 'vitest'
import type { Field } from './generated/types.ts'
import { fieldForm } from './index.ts'

interface Described {
  readonly schemas: { readonly Field: { readonly properties: { readonly kind: Kind } } }
}
interface Kind {
  readonly enum: readonly Field['kind'][]
  readonly description: string
}

const { components } = openApiDocument({ baseUrl: 'https://notes.example', version: '1', routes: ROUTES })
const { enum: kinds, description } = (components as unknown as Described).schemas.Field.properties.kind

test.each(kinds.map((kind) => [kind]))('%s is written as the API describes it', (kind) => {
  const clause = description.split('. ').find((part) => part.includes(`\`${kind}\``))
  expect(clause).toContain(fieldForm({ kind }))
})

test('a kind of a newer server is written in words', () => {
  expect(fieldForm({ kind: 'colour' as Field['kind'] })).toBe('words')
})
