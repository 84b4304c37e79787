/**
 * `todo`, `task` and `priority`: their operands are the words at the head of a task, in any case.
 */
import { fold, MARKERS, PRIORITIES, type Marker } from '@notegraph/block-text'
import { either, quote } from '@notegraph/page-types'
import type { Item } from './item.ts'
import { readWord } from './name.ts'
import { readAll, type Call, type Operator } from './operator.ts'
import type { Reading } from './reading.ts'
import type { TaskQuery } from './tree.ts'

export const TODO: Operator = {
  name: 'todo',
  form: '(todo M …)',
  example: '(todo now later)',
  what: `with one of the markers ${either(MARKERS)}`,
  least: 1,
  list: true,
  read: readTask,
}

export const TASK: Operator = {
  ...TODO,
  name: 'task',
  form: '(task M …)',
  example: '(task [waiting done])',
  what: 'as todo has them',
}

export const PRIORITY: Operator = {
  name: 'priority',
  form: '(priority A …)',
  example: '(priority A B)',
  what: `with one of the priorities ${either(PRIORITIES)}`,
  least: 1,
  list: true,
  read: ({ at, operands, reading }) => ({
    kind: 'priority',
    priorities: readAll(operands, (item) =>
      readOneOf(item, PRIORITIES, ['a priority', 'priorities'], reading),
    ),
    at,
  }),
}

function readTask({ at, operands, reading }: Call): TaskQuery {
  const read = (item: Item): Marker | undefined => readOneOf(item, MARKERS, ['a marker', 'markers'], reading)
  return { kind: 'task', markers: readAll(operands, read), at }
}

function readOneOf<T extends string>(
  item: Item,
  known: readonly T[],
  [one, several]: readonly [one: string, several: string],
  reading: Reading,
): T | undefined {
  const word = readWord(item, one, reading)
  if (word === undefined) return undefined
  const found = known.find((value) => fold(value) === fold(word))
  return found ?? reading.refuse(item.at, `${quote(word)} is not one of the ${several} ${either(known)}`)
}
