/** The parts of a graph that PostgreSQL keeps, without a replica: for benchmarks. */
export { commit } from './graphs/commit.ts'
export { NO_SUMS } from './graphs/graph-row.ts'
export { readPiece, START } from './graphs/pieces.ts'
export { openTruth, type Truth } from './store.ts'
