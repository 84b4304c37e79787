/** All tasks. */
import type { Task } from '../task.ts'
import { ADDING } from './adding.ts'
import { CHANGING } from './changing.ts'
import { DECLINING } from './declining.ts'
import { FINDING } from './finding.ts'
import { LISTING } from './listing.ts'
import { READING } from './reading.ts'
import { STEPS } from './steps.ts'
import { TYPED } from './typed.ts'

/** The first thirty, simple ones first. Their figures stay comparable when tasks are added. */
export const FIRST_TASKS: readonly Task[] = [
  ...READING,
  ...FINDING,
  ...LISTING,
  ...TYPED,
  ...ADDING,
  ...CHANGING,
  ...STEPS,
  ...DECLINING,
]

export const TASKS: readonly Task[] = [...FIRST_TASKS]
