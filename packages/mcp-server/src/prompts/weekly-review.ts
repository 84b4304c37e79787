import { callWords } from '../markdown/words.ts'
import { ASK_FIRST, type Prompt } from './prompt.ts'

export const weeklyReview: Prompt = {
  name: 'weekly_review',
  title: 'Weekly review',
  description: 'Looks back on seven days of notes and tasks, and ahead to the next seven.',
  arguments: [],
  request: () => ({
    text: `Help me review my week.

1. Read what I wrote on the last seven days with ${callWords('search', { query: '(between -6d today)', order: 'day' })}.
2. List what I finished with ${callWords('list_tasks', { status: 'done', due_from: '-6d', due_by: 'today' })}, what is still open with ${callWords('list_tasks', { due_by: 'today' })}, and what comes next with ${callWords('list_tasks', { due_from: 'tomorrow', due_by: '+7d' })}.
3. See which pages I worked on with ${callWords('list_pages', { sort: 'updated', limit: 20 })}, and read those that matter for the week.
4. Tell me in a few lines each: what got done, what stayed open, what I seem to have forgotten, and what the next week needs. Name the page or day of everything that you mention.
5. Propose for each overdue task whether to do it, move it to a day, or drop it.

${ASK_FIRST} set_task moves a task to another day, finishes it or cancels it, and add_outline puts the review on the page of today.`,
  }),
}
