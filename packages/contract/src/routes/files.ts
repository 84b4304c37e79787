/**
 * The routes of files: their bytes, out and in.
 * @see service, endpoint 16; decisions 9.5
 */
import * as v from 'valibot'
import { ERRORS } from '../errors.ts'
import { UploadAnswer, UploadQuery } from '../schemas/files.ts'
import { LIMITS } from '../limits.ts'
import { READ_ERRORS, SESSION_ERRORS } from './errors.ts'
import type { Route } from './route.ts'

const EXAMPLE_FILE: UploadAnswer = {
  id: 'q0bQ2ZcW0n4mJq3v8yT1xk5L',
  name: 'map.png',
  type: 'image/png',
  size: 48_211,
}

const EXAMPLE_BYTES = 'The bytes of the file.'

const MEGABYTES = LIMITS.fileBytes / 2 ** 20

export const READ_FILE: Route = {
  number: 16,
  operationId: 'readFile',
  client: 'files.read',
  method: 'GET',
  path: '/api/files/{id}',
  auth: 'holder',
  tag: 'Files',
  summary: 'Read a file',
  description:
    'The bytes of a file. Blocks in an export or a backup contain this address; answers of the API only name files. Without a token, anyone who has the id can read the file. With a token, a device session or the agent token, the route serves only files of that account. Browsers show pictures (except SVG) and download everything else. A request for one `Range` of bytes gets 206; a request for several gets the whole file.',
  parameters: [
    {
      name: 'id',
      noun: 'file id',
      description: 'The id of a file, from the end of its address.',
      example: EXAMPLE_FILE.id,
    },
  ],
  bytes: 'answer',
  answer: v.any(),
  errors: {
    ...READ_ERRORS,
    bad_request: 'The file id in the path is not valid percent-encoding of UTF-8.',
    not_found: 'File not found.',
  },
  example: { request: `/api/files/${EXAMPLE_FILE.id}`, answer: EXAMPLE_BYTES },
}

/** Only of the app's own. */
export const ADD_FILE: Route = {
  operationId: 'addFile',
  client: { method: 'files.add', byHand: true, once: false },
  method: 'POST',
  path: '/api/files',
  auth: 'session',
  audit: 'nothing',
  tag: 'Files',
  summary: 'Add a file',
  description: `Uploads a file from a device. The body is the file, up to ${MEGABYTES} MB, and \`Content-Type\` is its media type. The file counts against storage. The same bytes get the same id. A device may choose a random \`id\`, so that notes can link the file before the upload. The server deletes unused files after ${LIMITS.unusedFileDays} days, except imported ones.`,
  parameters: [],
  query: UploadQuery,
  bytes: 'body',
  answer: UploadAnswer,
  rate: 'devices',
  errors: {
    ...SESSION_ERRORS,
    bad_request: 'name is missing. Set it to the name of the file, such as name=map.png.',
    conflict: ERRORS.conflict.example,
    too_large: `The file is larger than ${MEGABYTES} MB.`,
    quota_full: ERRORS.quota_full.example,
  },
  example: { request: '/api/files?name=map.png', body: EXAMPLE_BYTES, answer: EXAMPLE_FILE },
}
