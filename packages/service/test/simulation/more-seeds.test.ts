/**
 * [sync] The seeds that `simulation.test.ts` leaves out.
 *
 * @module-tag process
 */
import { FIRST_PART, testSeeds } from './seeds.ts'

testSeeds(FIRST_PART, 1)
