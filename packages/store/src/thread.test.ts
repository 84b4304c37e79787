/**
 * The end of a thread. It ends itself, since Node aborts the process if a thread is terminated while it loads SQLite.
 *
 * @module-tag threads
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startThread } from './sqlite/thread.ts'
import { endThread } from './thread.ts'

test.each([0, 1, 20, 60])('a thread that started %d ms ago ends itself', async (age) => {
  const thread = startThread('database/log-worker')
  const exit = once(thread, 'exit')
  await wait(age)
  await endThread(thread)
  expect(await exit).toEqual([0])
})

test('it finishes the task that it is at, and may be ended twice', async () => {
  const thread = startThread('database/log-worker')
  const answer = once(thread, 'message')
  thread.postMessage({ id: 7, path: 'none' })
  await Promise.all([endThread(thread), endThread(thread)])
  expect(await answer).toEqual([{ id: 7 }])
  await endThread(thread)
})
