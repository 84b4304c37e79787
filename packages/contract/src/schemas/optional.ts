/** The members of a body, from those of another: a thing is created and changed by the same members. */
import * as v from 'valibot'

type Schemas = Readonly<Record<string, v.GenericSchema>>

const mapped = (members: Schemas, change: (schema: v.GenericSchema) => v.GenericSchema) =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, change(schema)])) as unknown

/** Members that may be left out. */
export const optional = <const S extends Schemas>(members: S) =>
  mapped(members, (schema) => v.exactOptional(schema)) as {
    readonly [N in keyof S]: v.ExactOptionalSchema<S[N], undefined>
  }

/** Members that may be left out, and that `null` removes. */
export const removable = <const S extends Schemas>(members: S) =>
  mapped(members, (schema) => v.exactOptional(v.nullable(schema))) as {
    readonly [N in keyof S]: v.ExactOptionalSchema<v.NullableSchema<S[N], undefined>, undefined>
  }
