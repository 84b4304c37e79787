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
  method: 'GET',
  path: '/api/files/{id}',
  auth: 'holder',
  tag: 'Files',
  summary: 'Read a file',
  description:
    "The bytes of a file, by the address that a block keeps in an export or a backup; answers of the API name files and never link them. With no token an id opens the file for whoever holds it. With a token, a device's session or the agent's token it opens the files of its own account alone. Pictures (but for SVG) are shown, everything else is downloaded. One `Range` of bytes is answered with 206; several are answered with the whole.",
  parameters: [
    {
      name: 'id',
      noun: 'file id',
      description: 'The id of a file, as its address ends in it.',
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

/** Of the app's own. */
export const ADD_FILE: Route = {
  operationId: 'addFile',
  method: 'POST',
  path: '/api/files',
  auth: 'session',
  tag: 'Files',
  summary: 'Add a file',
  description: `Takes in a file from a device: the body is the file, of up to ${MEGABYTES} MB, and \`Content-Type\` its media type. It counts against storage. The same bytes again give the same id. A device may draw the id itself (\`id\`), so that its notes link the file before it is here. A file that nothing holds is cleared after ${LIMITS.unusedFileDays} days, unless an import brought it.`,
  parameters: [],
  query: UploadQuery,
  bytes: 'body',
  answer: UploadAnswer,
  rate: 'devices',
  errors: {
    ...SESSION_ERRORS,
    bad_request: 'name is missing: give the name of the file, such as name=map.png.',
    conflict: ERRORS.conflict.example,
    too_large: `The file is larger than ${MEGABYTES} MB.`,
    quota_full: ERRORS.quota_full.example,
  },
  example: { request: '/api/files?name=map.png', body: EXAMPLE_BYTES, answer: EXAMPLE_FILE },
}
