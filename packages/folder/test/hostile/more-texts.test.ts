/**
 * The hostile texts that `hostile.test.ts` leaves out.
 *
 * @module-tag second-ring
 */
import { FIRST_TEXTS, testTexts } from './random-texts.ts'

testTexts(FIRST_TEXTS, 1_000)
