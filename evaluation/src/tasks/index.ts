/** All tasks. */
import type { Task } from '../task.ts'
import { ADDING } from './adding.ts'
import { BATCHES } from './batches.ts'
import { CHANGING } from './changing.ts'
import { DATES } from './dates.ts'
import { DECLINING } from './declining.ts'
import { FIELDS } from './fields.ts'
import { FINDING } from './finding.ts'
import { LINKS } from './links.ts'
import { LISTING } from './listing.ts'
import { LONG_PAGES } from './long-pages.ts'
import { NESTED_HITS } from './nested-hits.ts'
import { ORDERING } from './ordering.ts'
import { OUTLINES } from './outlines.ts'
import { OWN_CHANGES } from './own-changes.ts'
import { READING } from './reading.ts'
import { STEPS } from './steps.ts'
import { TYPED } from './typed.ts'
import { VALUES } from './values.ts'

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

/** The thirty about many values, nested hits, authors, batches and order. */
export const ORDER_TASKS: readonly Task[] = [...VALUES, ...NESTED_HITS, ...BATCHES, ...ORDERING]

export const TASKS: readonly Task[] = [
  ...FIRST_TASKS,
  ...LONG_PAGES,
  ...OUTLINES,
  ...FIELDS,
  ...DATES,
  ...OWN_CHANGES,
  ...LINKS,
  ...ORDER_TASKS,
]
