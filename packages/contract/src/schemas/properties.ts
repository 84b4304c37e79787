/**
 * An object of properties in the body of a write. A schema of records skips keys such as `constructor`, so this
 * module checks the members itself.
 */
import * as v from 'valibot'
import { isObject, valueWords } from '../requests/check.ts'

type Value = string | null

interface Rules {
  /** The name of the object in messages. */
  readonly name: string
  readonly from: number
  readonly to: number
  /** Whether `null` removes a property. */
  readonly nullable: boolean
  readonly description: string
}

function fault(input: unknown, { name, from, to, nullable }: Rules): string | undefined {
  const value = nullable ? 'a string or null' : 'a string'
  if (!isObject(input)) return `${name} takes an object of key to ${value}, not ${valueWords(input)}.`
  const entries = Object.entries(input)
  if (entries.length < from) return `${name} is empty. Name at least one property.`
  if (entries.length > to) return `${name} takes up to ${to} properties, not ${entries.length}.`
  const wrong = entries.find(([, held]) => typeof held !== 'string' && !(nullable && held === null))
  return wrong && `The property ${valueWords(wrong[0])} takes ${value}, not ${valueWords(wrong[1])}.`
}

const propertiesOf = <V extends Value>(rules: Rules) =>
  v.pipe(
    v.custom<Readonly<Record<string, V>>>(
      (input) => fault(input, rules) === undefined,
      ({ input }) => fault(input, rules)!,
    ),
    v.description(rules.description),
    v.metadata({
      type: 'object',
      additionalProperties: { type: rules.nullable ? ['string', 'null'] : 'string' },
      minProperties: rules.from,
      maxProperties: rules.to,
    }),
  )

/** Properties of a new page. */
export const newProperties = (to: number, description: string) =>
  propertiesOf<string>({ name: 'properties', from: 0, to, nullable: false, description })

/** Properties to set, or to remove with `null`; at least one. */
export const properties = (to: number, description: string) =>
  propertiesOf<Value>({ name: 'properties', from: 1, to, nullable: true, description })
