import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../runtime/errors.ts'
import type { App } from '../app/app.ts'
import { requireKnownName } from './known-name.ts'
import { parseJson } from './parse-json.ts'
import { releaseReceived } from './received-memory.ts'
import { notUtf8, utf8Text } from './utf8-text.ts'

const MAX_PARTS = 50
const MAX_FIELD_BYTES = 65_536
const MAX_FIELD_NAME = 100
/** Headers of one part. What comes after is not read: a part that names its field there has none. */
const MAX_HEADER_BYTES = 16_384
const MAX_HEADERS = 20
/** Bytes of a file that may wait for their sink: large enough that the disk and the network do not wait for each other by turns. */
const READ_AHEAD = 1024 * 1024

export interface UploadedFile<Result> {
  /** As the client sent it, directories included: not to be trusted as a path. */
  readonly filename: string
  readonly mimetype: string
  readonly bytes: number
  /** What `onFile` made of it. */
  readonly result: Result
}

export interface Upload<Result> {
  /** Text fields, before and after the file. */
  readonly fields: Readonly<Record<string, string>>
  /** Undefined when the form has no file. */
  readonly file: UploadedFile<Result> | undefined
}

export interface ReadUploadOptions<Result> {
  readonly maxFileBytes: number
  /** Name of the file's field. */
  readonly fileField?: string
  /**
   * Reads the stream to its end. The stream fails when the file is over the limit or the client leaves: the sink must then leave
   * nothing behind and reject.
   */
  readonly onFile: (
    stream: Readable,
    /** `release`, where it is called, gets every piece of the stream in order, each when its bytes are used no more: it loses them then. */
    file: { filename: string; mimetype: string; release: (piece: Uint8Array) => void },
    /** Fields that came before the file. */
    fields: Readonly<Record<string, string>>,
  ) => Promise<Result>
  /** Takes back what `onFile` resolved to when a later part makes the request fail. */
  readonly discard?: (result: Result) => Promise<void>
  /** Of a form without a file: how many fields, and their bytes together, which one of them may take alone. Else 50 of 64 kB each. */
  readonly maxFields?: { readonly count: number; readonly bytes: number }
}

/** Lets the app take forms. The parser's hooks stay away: they look after every request for temporary files, of which none is saved here. */
export function addFormParser(app: App): void {
  const hookless: App = Object.create(app, { addHook: { value: () => hookless } })
  multipart(hookless, {}, (error) => {
    if (error) throw error
  })
}

/**
 * Reads a multipart form with at most one file, which is streamed and never held. ApiError unsupported_media_type when the body is
 * no form, payload_too_large for a file, field or number of parts over its limit, invalid_request for unknown (where the route's schema
 * names the form's fields), forbidden or repeated fields,
 * several files, and forms that end early.
 */
export async function readUpload<Result>(request: FastifyRequest, options: ReadUploadOptions<Result>): Promise<Upload<Result>> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type', 'send multipart/form-data')
  const { maxFields, maxFileBytes } = options
  refuseAnnouncedSize(request, maxFileBytes)
  const known = request.routeOptions.schema?.form && Object.keys(request.routeOptions.schema.form.shape)
  const fields: Record<string, string> = Object.create(null)
  let room = maxFields?.bytes ?? Number.POSITIVE_INFINITY
  let file: UploadedFile<Result> | undefined
  try {
    const limits = {
      parts: maxFields?.count ?? MAX_PARTS,
      files: maxFields?.count ?? MAX_PARTS,
      fileSize: Number.POSITIVE_INFINITY,
      headerSize: MAX_HEADER_BYTES,
      headerPairs: MAX_HEADERS,
    }
    // Every part comes as its bytes: the parser would put U+FFFD in the place of what is no UTF-8 in a field.
    const asBytes = { limits, preservePath: true, fileHwm: READ_AHEAD, isPartAFile: () => true }
    for await (const part of partsOf(request.parts(asBytes))) {
      if (part.type === 'field') continue
      if (isField(part)) room -= await addField(fields, part, known, maxFields ? room : MAX_FIELD_BYTES)
      else if (!part.filename) await skipEmptyChoice(part)
      else if (file) throw new ApiError('invalid_request', 'the form has more than one file')
      else file = await takeFile(part, options, fields)
    }
    return { fields, file }
  } catch (error) {
    // what is still coming in is read and forgotten: a client that nobody reads never gets to the reply
    request.raw.unpipe()
    request.raw.resume()
    if (file && options.discard) await options.discard(file.result)
    throw isTornForm(error) ? malformed(error) : error
  }
}

/** The text fields of a form without a file. Errors are those of `readUpload`. */
export async function readFields(
  request: FastifyRequest,
  maxFields: NonNullable<ReadUploadOptions<never>['maxFields']>,
): Promise<Readonly<Record<string, string>>> {
  const onFile = () => Promise.reject(new ApiError('invalid_request', 'this route takes no file'))
  return (await readUpload(request, { maxFields, maxFileBytes: maxFields.bytes, onFile })).fields
}

/** The parts of the form; whatever the parser throws at them without a code of its own is a fault of the form. */
async function* partsOf<Part>(parts: AsyncIterableIterator<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    throw error instanceof Error && !('code' in error) ? malformed(error) : error
  }
}

/** A length that no permitted form can have is refused before a byte of it is read. */
function refuseAnnouncedSize(request: FastifyRequest, maxFileBytes: number): void {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxFileBytes + MAX_PARTS * (MAX_FIELD_BYTES + 4096)) throw tooLarge(maxFileBytes)
}

async function takeFile<Result>(
  part: MultipartFile,
  options: ReadUploadOptions<Result>,
  fields: Readonly<Record<string, string>>,
): Promise<UploadedFile<Result>> {
  const wanted = options.fileField ?? 'file'
  if (part.fieldname !== wanted) throw new ApiError('invalid_request', `the file belongs into the field ${wanted}`)
  // The parser puts U+FFFD in the place of what is no UTF-8; whoever sends that one itself has lost the letter before.
  if (part.filename.includes('\ufffd')) throw notUtf8(`the file name in the field ${wanted}`)
  const about = { filename: part.filename, mimetype: part.mimetype }
  let bytes = 0
  const counted = new Transform({
    // Piece by piece: a byte stream would copy what has gathered into one piece for its reader.
    readableObjectMode: true,
    readableHighWaterMark: READ_AHEAD / 65_536,
    writableHighWaterMark: READ_AHEAD,
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > options.maxFileBytes) done(tooLarge(options.maxFileBytes))
      else done(null, chunk)
    },
  })
  // a small file is pumped before its sink fails: nobody listens any more then, and an error that is not heard ends the process
  counted.on('error', () => {})
  const sunk = options.onFile(counted, { ...about, release: releaseReceived() }, fields).catch((error: unknown) => {
    counted.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  const [pumped, taken] = await Promise.allSettled([pipeline(part.file, counted), sunk])
  if (pumped.status === 'fulfilled' && taken.status === 'fulfilled') return { ...about, bytes, result: taken.value }
  if (taken.status === 'fulfilled' && options.discard) await options.discard(taken.value)
  // the first cause counts: what the sink rejected with, unless it only passed on what broke the stream
  throw pumped.status === 'rejected' && pumped.reason instanceof ApiError
    ? pumped.reason
    : taken.status === 'rejected'
      ? taken.reason
      : pumpError(pumped)
}

const pumpError = (pumped: PromiseSettledResult<void>): unknown => (pumped.status === 'rejected' ? pumped.reason : undefined)

/** What names a file, or is of the type of files, is one. */
const isField = ({ filename, mimetype }: { filename: string | undefined; mimetype: string }): boolean =>
  filename === undefined && mimetype !== 'application/octet-stream'

/** A field's bytes. A part may leave its name out, whatever the parser's types say. */
async function addField(
  fields: Record<string, string>,
  part: { fieldname: string | undefined; mimetype: string; file: Readable },
  known: readonly string[] | undefined,
  maxBytes: number,
): Promise<number> {
  const { fieldname, mimetype } = part
  if (fieldname === undefined) throw new ApiError('invalid_request', 'a field of the form has no name')
  if (fieldname.length > MAX_FIELD_NAME) throw new ApiError('payload_too_large', `a field name is over ${MAX_FIELD_NAME} characters`)
  if (known) requireKnownName('the form field', fieldname, known)
  if (fieldname in fields) throw new ApiError('invalid_request', `the field ${fieldname} is given twice`)
  const name = `the field ${fieldname}`
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of part.file) {
    bytes += piece.length
    if (bytes > maxBytes) throw new ApiError('payload_too_large', `${name} is over the ${maxBytes} bytes that it may have`)
    pieces.push(piece)
  }
  const text = utf8Text(Buffer.concat(pieces), name)
  // One that says it is JSON has to be.
  if (mimetype === 'application/json') parseJson(text, { name })
  fields[fieldname] = text
  return bytes
}

/** Browsers send an empty part without a name for a file input in which nothing was chosen: that is no file. */
async function skipEmptyChoice(part: MultipartFile): Promise<void> {
  for await (const chunk of part.file) if (chunk.length > 0) throw new ApiError('invalid_request', 'the file has no name')
}

const MEGABYTE = 1024 * 1024
const tooLarge = (limit: number): ApiError => {
  const most = limit < MEGABYTE ? `${limit} bytes` : `${Math.round((limit / MEGABYTE) * 10) / 10} MB`
  return new ApiError('payload_too_large', `the file is larger than ${most}`, { details: { max_bytes: limit } })
}

const malformed = (cause: unknown): ApiError => new ApiError('invalid_request', 'the form is malformed', { cause })

/** What the parser tells a file's reader when the form ends within the file. */
const isTornForm = (error: unknown): boolean =>
  error instanceof Error && !('code' in error) && /multipart|part terminated|unexpected end/i.test(error.message)
