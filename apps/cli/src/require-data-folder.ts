import type { Settings } from '@notegraph/host'
import { CommandError } from './output.ts'

/** @throws {CommandError} if PostgreSQL holds the data, so that the command would miss it */
export function requireDataFolder({ databaseUrl }: Settings, command: string): void {
  if (databaseUrl !== undefined)
    throw new CommandError(
      `\`notegraph ${command}\` works on a data folder, and NOTEGRAPH_DATABASE_URL is set. Use the tools of PostgreSQL and of the bucket.`,
    )
}
