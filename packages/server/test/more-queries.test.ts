/**
 * All random texts and queries. The first of them are in `query-random.test.ts` too.
 *
 * @module-tag second-ring
 */
import { testRandomQueries } from './random-queries.ts'

testRandomQueries(2_000)
