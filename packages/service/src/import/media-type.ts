import mime from 'mime'

/** The media type that a file's name says, or `application/octet-stream`. */
export const mediaType = (name: string): string => mime.getType(name) ?? 'application/octet-stream'
