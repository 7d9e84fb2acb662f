import { parseJson } from '../../kernel/http/body/parse-json.ts'
import { utf8Text } from '../../kernel/http/body/utf8-text.ts'
import { checkRequest, type Most } from './check-request.ts'
import { MOST_KEYS } from './request.ts'
import type { RunInput } from './thread/job.ts'

/** A body's bytes as a run takes them. ApiError as `checkRequest`, and `invalid_request` for what is no JSON. */
export const readBytes = (bytes: Buffer, most: Most): RunInput =>
  checkRequest(parseJson(utf8Text(bytes, 'the body'), { maxKeys: MOST_KEYS }), most)

/** What a thread does; a Buffer comes to it as plain bytes. */
export const works = {
  readBytes: ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>, most: Most): RunInput =>
    readBytes(Buffer.from(buffer, byteOffset, length), most),
}
export type ReadingWorks = typeof works
