import { expect, test } from 'vitest'
import { page } from '../test/builder.ts'
import { COMMIT_STEPS, signalCommits, withCommitSteps, type CommitStep } from './commit-steps.ts'
import type { Change, CommitStore } from './graph/commits.ts'

/** Commits that note what they are called with, and each name that a step adds. */
function noting() {
  const done: string[] = []
  const commits = {
    commit: async (change: Change) => {
      done.push(`commit ${change.device ?? ''}`)
      return { ok: change.head === undefined, seq: 1, shown: {} }
    },
    commitAll: async (all: readonly Change[]) => {
      done.push(`commitAll ${all.map(({ device }) => device).join()}`)
      return { ok: true, seq: all.length }
    },
  } as unknown as CommitStore
  const step =
    (name: string): CommitStep =>
    async (write, next) => {
      done.push(name)
      const changes = write.changes.map((change) => ({
        ...change,
        device: `${change.device ?? ''}${name[0]}`,
      }))
      const result = await next({ ...write, changes })
      done.push(`after ${name}`)
      return result
    }
  return { commits, done, step }
}

test('steps run in the order of the list, whatever order they are given in', async () => {
  const { commits, done, step } = noting()
  const steps = Object.fromEntries(COMMIT_STEPS.toReversed().map((name) => [name, step(name)]))
  await withCommitSteps({ commits }, 'ada', steps).commits.commit({ puts: [] })
  const after = COMMIT_STEPS.toReversed().map((name) => `after ${name}`)
  expect(done).toEqual([...COMMIT_STEPS, `commit ${COMMIT_STEPS.map(([first]) => first).join('')}`, ...after])
})

test('a step sees all commits of an import, and what it passes on is written', async () => {
  const { commits, done, step } = noting()
  const graph = withCommitSteps({ commits }, 'ada', { files: step('files') })
  expect(await graph.commits.commitAll([{ puts: [] }, { puts: [] }])).toEqual({ ok: true, seq: 2 })
  expect(done).toEqual(['files', 'commitAll f,f', 'after files'])
})

test('nothing is written if a step throws', async () => {
  const { commits, done, step } = noting()
  const texts: CommitStep = async () => Promise.reject(new Error('no such text'))
  const graph = withCommitSteps({ commits }, 'ada', { history: step('history'), texts, sweep: step('sweep') })
  await expect(graph.commits.commit({ puts: [] })).rejects.toThrow('no such text')
  expect(done).toEqual(['history'])
})

test.each<[what: string, change: Change, signals: number]>([
  ['records', { puts: [{ record: page('p1', 'Ada'), from: 0 }] }, 1],
  ['files', { puts: [], files: [] }, 1],
  ['neither', { puts: [] }, 0],
  ['records that are refused', { puts: [{ record: page('p1', 'Ada'), from: 0 }], head: 7 }, 0],
])('a commit of %s is reported to listeners, if it wrote something', async (_, change, signals) => {
  const { commits } = noting()
  const heard: string[] = []
  const steps = { signals: signalCommits((id) => void heard.push(id)) }
  await withCommitSteps({ commits }, 'ada', steps).commits.commit(change)
  expect(heard).toEqual(Array(signals).fill('ada'))
})
