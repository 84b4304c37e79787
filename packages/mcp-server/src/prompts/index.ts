/** The prompts, in the order in which clients list them. */
import { planMyDay } from './plan-my-day.ts'
import type { Prompt } from './prompt.ts'
import { tidyPage } from './tidy-page.ts'
import { weeklyReview } from './weekly-review.ts'

export const PROMPTS: readonly Prompt[] = [planMyDay, weeklyReview, tidyPage]
