import { blobSegments } from '../blob-path.ts'

/**
 * What a blob name on Azure cannot hold or loses: control characters, noncharacters that its XML listing has no place for, a dot at
 * the end of a segment, and whatever reads like an escape already.
 * @see https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata
 */
const ODD = /[\p{Cc}\ufffe\uffff]|\.(?=\/|$)|~(?=x(?:[0-9A-F]{2})+;)/gu
const ESCAPE = /~x((?:[0-9A-F]{2})+);/g

/** The blob's name on Azure: the path itself, odd characters as `~x<hex of UTF-8>;`. ApiError invalid_request for a path that is not valid. */
export const azureName = (path: string): string =>
  blobSegments(path)
    .join('/')
    .replace(ODD, (odd) => `~x${Buffer.from(odd, 'utf8').toString('hex').toUpperCase()};`)

/** The path of a blob's name. Names that others chose stay as they are. */
export const pathOfAzureName = (name: string): string => name.replace(ESCAPE, (_, hex: string) => Buffer.from(hex, 'hex').toString('utf8'))
