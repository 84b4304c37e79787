export { runServer, type RunOptions, type Streams } from './run.ts'
