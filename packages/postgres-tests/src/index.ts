export { describePostgres, type TestDatabase } from './describe-postgres.ts'
export { findPostgres, NO_POSTGRES } from './find-postgres.ts'
export { runFolder, runOn, serverUrl } from './server-url.ts'
export { startPostgres, type PostgresServer, type ServerOptions } from './server.ts'
