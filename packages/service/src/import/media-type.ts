import mime from 'mime'

/** The media type that the ending of a file's name says, or `application/octet-stream`. */
export const mediaType = (name: string): string =>
  (name.includes('.') ? mime.getType(name) : null) ?? 'application/octet-stream'
