export { runProgram } from './run-program.ts'
export { dataFolder, type Machine } from './user-folders.ts'
