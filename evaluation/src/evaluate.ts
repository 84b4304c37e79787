/** Gives each task to an agent, on a fresh copy of the notes, and reports the outcomes. */
import { AgentError, type Agent } from './agent.ts'
import type { Traffic } from './traffic-proxy.ts'
import { openStage } from './stage.ts'
import { judge, type Task, type Topic } from './task.ts'
import type { Template } from './template.ts'

export interface Outcome extends Traffic {
  readonly id: string
  readonly topic: Topic
  readonly ask: string
  readonly solved: boolean
  /** The faults of the outcome, one line each. */
  readonly faults: readonly string[]
  readonly answer: string
  readonly seconds: number
}

export interface EvaluateOptions {
  readonly agent: Agent
  readonly tasks: readonly Task[]
  readonly template: Template
  /** The time limit of a task in milliseconds. */
  readonly timeBox: number
  /** Tasks that run at the same time. */
  readonly jobs: number
  /** Stops the tasks in progress, without outcomes, and starts no more. */
  readonly signal?: AbortSignal
  /** Called with each outcome. */
  readonly onOutcome?: (outcome: Outcome) => void
}

/** @returns an outcome for each task, in the order of the tasks; if stopped, only for those that ended */
export async function evaluate(options: EvaluateOptions): Promise<Outcome[]> {
  const { tasks, jobs, signal, onOutcome } = options
  const outcomes = new Map<Task, Outcome>()
  const waiting = [...tasks]
  const isStopped = () => signal?.aborted === true
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (isStopped()) return
      const outcome = await attempt(next, options)
      if (isStopped()) return
      outcomes.set(next, outcome)
      onOutcome?.(outcome)
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, work))
  return tasks.flatMap((task) => outcomes.get(task) ?? [])
}

async function attempt(
  task: Task,
  { agent, template, timeBox, signal: stop }: EvaluateOptions,
): Promise<Outcome> {
  const stage = await openStage(template, task.organizes)
  try {
    const ask = task.ask(template.days)
    const signal = AbortSignal.any([AbortSignal.timeout(timeBox), ...(stop ? [stop] : [])])
    const { url, token } = stage
    const began = performance.now()
    const given = await settled(agent({ ask, taskId: task.id, url, token, signal }), signal)
    const seconds = (performance.now() - began) / 1000
    const answer = given.answer ?? ''
    const faults = given.fault === undefined ? await judge(task, await stage.after(answer)) : [given.fault]
    const { id, topic } = task
    return { id, topic, ask, solved: faults.length === 0, faults, answer, seconds, ...stage.traffic }
  } finally {
    await stage.close()
  }
}

/** An agent that fails or takes too long has not solved its task; the next task follows. */
async function settled(
  given: Promise<string>,
  signal: AbortSignal,
): Promise<{ readonly answer?: string; readonly fault?: string }> {
  try {
    return { answer: await given }
  } catch (error) {
    if (signal.aborted) return { fault: 'the time limit was reached' }
    return { fault: error instanceof AgentError ? error.message : `the agent failed: ${String(error)}` }
  }
}
