export { runSql, withConnection, type Run } from '@notegraph/postgres-tests'
