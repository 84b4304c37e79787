/** A fixture whose schema uses many keywords of JSON Schema 2020-12, which the list of tools must pass on. */
import type { Tool } from '@modelcontextprotocol/server'

const text = { type: 'string' } as const

export const JSON_SCHEMA_TOOL: Tool = {
  name: 'json_schema_2020_12_tool',
  description: 'A schema',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { $anchor: 'addressDef', type: 'object', properties: { street: text, city: text } },
    },
    properties: {
      name: text,
      address: { $ref: '#/$defs/address' },
      contactMethod: { ...text, enum: ['phone', 'email'] },
      phone: text,
      email: text,
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
}
