/** Values that several answers contain, with their descriptions. */
import * as v from 'valibot'

/** Milliseconds since 1970. */
export const Timestamp = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A day in an answer, as `YYYYMMDD`. */
export const DayNumber = v.pipe(v.number(), v.integer(), v.minValue(1000_01_01), v.maxValue(9999_12_31))

/** A day as `YYYY-MM-DD`. */
export const DayText = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))

/** A number of items. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A read-only list. */
export const list = <const S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.readonly())

export const Names = list(v.string())
