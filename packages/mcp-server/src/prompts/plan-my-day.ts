import { callWords } from '../markdown/words.ts'
import { dayUri } from '../resources/resource-uri.ts'
import { ASK_FIRST, type Prompt } from './prompt.ts'

export const planMyDay: Prompt = {
  name: 'plan_my_day',
  title: 'Plan my day',
  description: 'Puts what is due, overdue and important into an order for today.',
  arguments: [],
  request: () => ({
    about: dayUri('today'),
    text: `Help me plan today. The notes of today come with this message; ${callWords('read_day', { date: 'today' })} reads them again.

1. List what is due or overdue with ${callWords('list_tasks', { due_by: 'today' })}, and what is important with ${callWords('list_tasks', { priority: 'A' })}.
2. Look ahead with ${callWords('list_tasks', { due_from: 'tomorrow', due_by: '+3d' })}.
3. Propose an order for today: first what has a time, then what is overdue, then the rest by priority. Keep it short enough for one day, and name the tasks that can wait, each with a day.

${ASK_FIRST} set_task moves a task to another day or changes its priority, and add_block puts the plan on the page of today.`,
  }),
}
