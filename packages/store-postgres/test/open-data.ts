/** Opens the data of a test on PostgreSQL, in any process. */
import { join } from 'node:path'
import type { OpenData } from '@notegraph/store/testing'
import { openReplicated } from '../src/index.ts'

export const openData: OpenData = async (
  { NOTEGRAPH_DATA: folder = '', NOTEGRAPH_DATABASE_URL: url = '' },
  { origin, openGraphs } = {},
) =>
  openReplicated({
    url,
    connections: 4,
    folder: join(folder, 'replicas'),
    replicas: { ...(origin !== undefined && { origin }), ...(openGraphs !== undefined && { openGraphs }) },
  })
