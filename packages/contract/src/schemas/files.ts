/**
 * Files: what they may be called, and what taking one in answers. Their bytes are no JSON.
 * @see decisions 9.5, sync
 */
import * as v from 'valibot'
import { words } from '../requests/parameters.ts'
import { LIMITS } from '../limits.ts'
import { Count } from './scalars.ts'

const NAME = /* @__PURE__ */ new RegExp(`^[^/\\p{Cc}]{1,${LIMITS.fileName}}$`, 'u')
/** It is sent as a header. */
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/

/** Whether a file may be called so: one line, without a slash. */
export const isFileName = (name: string): boolean => NAME.test(name)

/** Whether a text is a media type without parameters, such as `image/png`. */
export const isMediaType = (type: string): boolean => MEDIA_TYPE.test(type)

const ID = /^[A-Za-z0-9_-]{22,64}$/

const NO_NAME = 'name is missing: give the name of the file, such as name=map.png.'

export const UploadQuery = v.object(
  {
    name: v.pipe(
      words('name', LIMITS.fileName, NO_NAME, 'map.png', 'What the file is called.'),
      v.check(isFileName, 'name holds a slash or a control character; give the name alone.'),
    ),
    id: v.exactOptional(
      v.pipe(
        v.string(),
        v.description(
          'The id that a device drew for the file, so that notes link it before it is here: at least 128 random bits. The file gets it, unless the account has the bytes already or the id is taken: the answer says.',
        ),
        v.metadata({ pattern: ID.source }),
        v.check((id) => ID.test(id), 'id takes 22 to 64 characters of A-Z a-z 0-9 _ -, drawn at random.'),
      ),
    ),
  },
  NO_NAME,
)
export type UploadQuery = v.InferOutput<typeof UploadQuery>

export const UploadAnswer = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.description('Anyone who has the id can open the file at `/api/files/{id}`.')),
    name: v.string(),
    type: v.pipe(v.string(), v.description('Media type.')),
    size: v.pipe(Count, v.description('Bytes.')),
  }),
  v.description(
    'The file. Bytes that the account has already keep the id, name and type they first came with.',
  ),
)
export type UploadAnswer = v.InferOutput<typeof UploadAnswer>
