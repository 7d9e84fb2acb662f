import { isUtf8 } from 'node:buffer'
import { ApiError } from '../../runtime/errors.ts'

/** The text that these bytes are. ApiError invalid_request, with the name of what they are, where they are no UTF-8: a reader would lose some. */
export function utf8Text(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes)) throw notUtf8(name)
  return bytes.toString()
}

export const notUtf8 = (name: string): ApiError => new ApiError('invalid_request', `${name} is not valid UTF-8; send it encoded as UTF-8`)
