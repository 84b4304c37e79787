/** The first of the random texts and queries. `more-queries.test.ts` has all of them. */
import { testRandomQueries } from './random-queries.ts'

testRandomQueries(500)
