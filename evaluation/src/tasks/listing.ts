/** Tasks that list to-dos by day and priority. */
import { holds, lacks } from '../facts.ts'
import type { Task } from '../task.ts'

export const LISTING: readonly Task[] = [
  {
    id: 'overdue',
    topic: 'tasks',
    ask: () => 'Which of my tasks are overdue? Name only those.',
    check: ({ answer }) => [
      ...lacks(answer, { 'the batteries': /batter/i }),
      ...holds(answer, { 'a task that has time': /rope|life jackets|seed rolls|planks/i }),
    ],
  },
  {
    id: 'tomorrow',
    topic: 'tasks',
    ask: () => 'What do I have to do tomorrow? Name only what is for that day.',
    check: ({ answer }) => [
      ...lacks(answer, { 'the rope': /rope/i, 'the sourdough': /sourdough/i }),
      ...holds(answer, { 'a task of another day': /nine elms|seed rolls|planks/i }),
    ],
  },
  {
    id: 'priority-a',
    topic: 'tasks',
    ask: () => 'Which open tasks have the highest priority, A? Name only those.',
    check: ({ answer }) => [
      ...lacks(answer, {
        'the rope': /rope/i,
        'the batteries': /batter/i,
        'the seams': /seams/i,
        'the lock': /nine elms/i,
      }),
      ...holds(answer, { 'a task of lower priority': /life jackets|song for the landing|planks/i }),
    ],
  },
]
