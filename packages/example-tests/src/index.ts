/** Runs the examples of documents as modules, with the imports that a reader would write. */
export {
  type Example,
  examplesOf,
  importExample,
  readmeExamples,
  runExample,
  type RunOptions,
  type RunResult,
} from './run.ts'
export { programOf } from './program.ts'
export { openPerson, type Person } from './person.ts'
