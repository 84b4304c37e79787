/**
 * The bytes of files: downloads for callers with an id or a session, and uploads from devices. Neither loads a whole
 * file into memory.
 * @see decisions 9.5, sync
 */
import { MIMEType } from 'node:util'
import { DEVICE_HEADER, isMediaType, LIMITS, UploadQuery } from '@notegraph/contract'
import {
  authenticateHolder,
  BAD_REQUESTS,
  hasSession,
  type Holder,
  mayWrite,
  mediaType,
  ok,
  readBodyStream,
  type Reader,
  refuse,
  type Result,
} from '@notegraph/service'
import { checkAccess } from './access-checks.ts'
import { refusalResponse } from './answers.ts'
import type { Deps } from './context.ts'
import { ofDevices } from './device-rate.ts'
import { fileResponse } from './file-response.ts'
import { logged } from './log.ts'
import { rateHeaders } from './rate-headers.ts'
import { pathReader, queryOf } from './target.ts'
import { pathOf, sessionRoutes, type ByOperation, type Mount } from './token-route.ts'

export const fileRoutes = ({ files }: Deps): ByOperation<Mount> => ({
  readFile,
  ...sessionRoutes({
    async addFile(session, c) {
      const may = mayWrite(session)
      if (!may.ok) return may
      if (Number(c.req.header('content-length')) > LIMITS.fileBytes) return TOO_LARGE
      const type = typeOf(c.req.header('content-type'))
      if (!type.ok) return type
      const query = queryOf(c, UploadQuery)
      if (!query.ok) return query
      const { name, id } = query.value
      const file = { name, ...(id !== undefined && { id }), type: type.value ?? (await mediaType(name)) }
      return readBodyStream(c.req.raw, (bytes) => files.add(session, { ...file, bytes }))
    },
  }),
})

const readFile: Mount = (app, deps, route) => {
  const part = pathReader(route)
  app.get(
    pathOf(route.path),
    logged(deps, route.path, async (c, own, address) => {
      const isDevice = hasSession(c.req.header('authorization')) || c.req.header(DEVICE_HEADER) !== undefined
      const counting = isDevice ? ofDevices(deps) : deps
      const { caller, reader } = await checkAccess(counting, c, address, authenticateHolder, readerOf)
      const headers = { ...own, ...(await rateHeaders(counting, address, { reader })) }
      if (!caller.ok) return refusalResponse(caller.refusal, headers)
      const id = part(c, 'id')
      const found = id.ok ? await deps.files.find(id.value, caller.value?.account) : id
      return found.ok ? fileResponse(c, found.value, headers) : refusalResponse(found.refusal, headers)
    }),
  )
}

const readerOf = (holder: Holder | undefined): Reader | undefined =>
  holder && { token: holder.token, account: holder.account.id }

const TOO_LARGE = refuse({ code: 'too_large', limit: LIMITS.fileBytes })

const NO_TYPE = refuse(BAD_REQUESTS.notMediaType)

/** The media type without parameters; undefined if none is sent. */
function typeOf(header: string | undefined): Result<string | undefined> {
  if (header === undefined) return ok(undefined)
  try {
    const { essence } = new MIMEType(header)
    return isMediaType(essence) ? ok(essence) : NO_TYPE
  } catch {
    return NO_TYPE
  }
}
