/** Runs simulations in processes of their own, with or without a planted fault. */
import { join } from 'node:path'
import { runNode, type Ended, type PlantedFault } from '../planted-faults.ts'

const file = (name: string): string => join(import.meta.dirname, name)

/** @param args arguments of `run.ts` @returns its output: each failing seed, shrunk, with the command that replays it */
export async function simulations(args: readonly string[], fault?: PlantedFault): Promise<Ended> {
  const plant = fault === undefined ? [] : ['--import', file('../plant.ts')]
  return runNode(['--conditions=notegraph', ...plant, file('run.ts'), ...args], fault)
}
