/**
 * Files: their names, and the answer to an upload. The bytes themselves are not JSON.
 * @see decisions 9.5, sync
 */
import * as v from 'valibot'
import { words } from '../requests/parameters.ts'
import { LIMITS } from '../limits.ts'
import { Count } from './scalars.ts'

const NAME = /* @__PURE__ */ new RegExp(`^[^/\\p{Cc}]{1,${LIMITS.fileName}}$`, 'u')
/** The server sends the type as a header. */
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/

/**
 * Whether a text is a valid file name: one line, without a slash.
 * @example
 * isFileName('map.png') // true
 * isFileName('maps/map.png') // false
 */
export const isFileName = (name: string): boolean => NAME.test(name)

/**
 * Whether a text is a media type without parameters.
 * @example
 * isMediaType('image/png') // true
 * isMediaType('png') // false
 */
export const isMediaType = (type: string): boolean => MEDIA_TYPE.test(type)

const ID = /^[A-Za-z0-9_-]{22,64}$/

const NO_NAME = 'name is missing. Set it to the name of the file, such as name=map.png.'

/** The query of an upload: the name, and the id that a device chose. */
export const UploadQuery = v.object(
  {
    name: v.pipe(
      words('name', LIMITS.fileName, NO_NAME, 'map.png', 'The name of the file.'),
      v.check(isFileName, 'name contains a slash or a control character. Send only the name.'),
    ),
    id: v.exactOptional(
      v.pipe(
        v.string(),
        v.description(
          'A random id of at least 128 bits that the device chose, so that notes can link the file before the upload. The server uses another id if the account already has the bytes or the id is taken; the answer has the final id.',
        ),
        v.metadata({ pattern: ID.source }),
        v.check((id) => ID.test(id), 'id takes 22 to 64 random characters of A-Z a-z 0-9 _ -.'),
      ),
    ),
  },
  NO_NAME,
)
export type UploadQuery = v.InferOutput<typeof UploadQuery>

/** The answer to an upload: the stored file. */
export const UploadAnswer = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.description('Anyone who has the id can open the file at `/api/files/{id}`.')),
    name: v.string(),
    type: v.pipe(v.string(), v.description('Media type.')),
    size: v.pipe(Count, v.description('Bytes.')),
  }),
  v.description('The file. Known bytes keep their first id, name and type.'),
)
export type UploadAnswer = v.InferOutput<typeof UploadAnswer>
