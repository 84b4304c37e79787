/** All tasks, simple ones first. */
import type { Task } from '../task.ts'
import { ADDING } from './adding.ts'
import { CHANGING } from './changing.ts'
import { DECLINING } from './declining.ts'
import { FINDING } from './finding.ts'
import { LISTING } from './listing.ts'
import { READING } from './reading.ts'
import { STEPS } from './steps.ts'
import { TYPED } from './typed.ts'

export const TASKS: readonly Task[] = [
  ...READING,
  ...FINDING,
  ...LISTING,
  ...TYPED,
  ...ADDING,
  ...CHANGING,
  ...STEPS,
  ...DECLINING,
]
