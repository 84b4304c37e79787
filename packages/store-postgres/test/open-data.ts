/** Opens the data of a test on PostgreSQL, in any process. */
import { join } from 'node:path'
import { underKeyOf, type OpenData } from '@notegraph/store/testing'
import { openReplicated } from '../src/index.ts'

export const openData: OpenData = async (env, { origin, openGraphs } = {}) =>
  underKeyOf(
    env,
    await openReplicated({
      url: env['NOTEGRAPH_DATABASE_URL']!,
      connections: 4,
      folder: join(env['NOTEGRAPH_DATA']!, 'replicas'),
      replicas: { ...(origin !== undefined && { origin }), ...(openGraphs !== undefined && { openGraphs }) },
    }),
  )
