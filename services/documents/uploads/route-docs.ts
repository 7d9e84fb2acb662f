import { z } from 'zod'
import { statusEntitySchema } from './reply-schemas.ts'

const tags = ['uploads']

const form = z
  .object({
    file: z.string().meta({ description: 'The file; its name is the document’s name.', contentMediaType: 'application/octet-stream' }),
    metadata: z.string().meta({
      description: 'JSON object with at least `title` and `doc_type`.',
      contentMediaType: 'application/json',
    }),
    process_mode: z.enum(['async', 'sync', 'upload_only']).default('async'),
    prevent_reprocess: z.enum(['true', 'false']).default('true').describe('409 when the document is there already.'),
    replace_existing: z.enum(['true', 'false']).default('false').describe('Replace the document that is there.'),
    target_index: z.string().min(1).max(128).optional().describe('Name or alias; the default index when absent.'),
  })
  .meta({
    description: 'A file and what is known of it.',
    examples: [
      {
        file: '(bytes of travel-policy.docx)',
        metadata: '{"title":"Travel policy","doc_type":"policy","tags":["travel"]}',
        process_mode: 'async',
      },
    ],
  })

const upload = {
  tags,
  summary: 'Upload a document',
  description:
    'Stores the file and sends it through the pipeline: 202 at once, `sync` waits for the end (200, or 202 at the time limit), `upload_only` keeps it (201).',
  form,
  errors: ['conflict', 'unavailable', 'storage_full'],
  replyHeaders: { Location: 'Where the status of the upload is.' },
} as const

const fromUrl = {
  tags,
  operationId: 'uploadFromUrl',
  summary: 'Upload a document from a URL',
  description:
    'Fetches the file over https and goes on as `POST /upload` does. Only addresses of the internet are fetched, each redirection included. The name is `filename`, else what the server calls the file, else the last part of the path.',
  errors: ['conflict', 'payload_too_large', 'rate_limited', 'upstream_failed', 'unavailable', 'timeout', 'storage_full'],
  replyHeaders: { Location: 'Where the status of the upload is.' },
} as const

const list = {
  tags,
  summary: 'List uploads, newest first',
  description: 'The newest as an array; page by page with `cursor`. `Link` (RFC 8288) names the next page of either.',
  replyHeaders: { Link: 'The address of the next page, where there is one.' },
} as const

/** What the document of the API says of each route of uploads. */
export const uploadDocs = {
  upload: {
    '/api/v2/upload': { ...upload, operationId: 'uploadDocument' },
    '/api/v2/flexible-rag/upload': { ...upload, operationId: 'uploadDocumentForRag' },
  },
  fromUrl,
  list: {
    '/api/v2/upload/list': { ...list, operationId: 'listUploads' },
    '/api/v2/flexible-rag/status': { ...list, operationId: 'listUploadsForRag' },
  },
  status: { tags, operationId: 'getUploadStatus', summary: 'Get the status of an upload', etag: true },
  events: {
    tags,
    operationId: 'followUpload',
    summary: 'Stream the changes of an upload',
    description: 'Begins with the past changes, or behind Last-Event-ID; ends with the upload.',
    resumable: true,
    events: { status: { description: 'The upload after one more event.', data: statusEntitySchema } },
  },
  timeline: { tags, operationId: 'getUploadTimeline', summary: 'List the events of an upload, oldest first' },
  activity: { tags, operationId: 'listUploadActivity', summary: 'List recent activity of all uploads, newest first' },
  retry: {
    tags,
    operationId: 'retryUpload',
    summary: 'Retry a failed upload from the stage that failed',
    description: 'One that is complete with `warnings` is read once more: of a scan the pages that were left, none of them twice.',
    errors: ['conflict'],
  },
  retryMany: { tags, operationId: 'retryUploads', summary: 'Retry all failed uploads with an error code or stage' },
  embedAgain: {
    tags,
    operationId: 'embedAgain',
    summary: 'Re-embed all documents of an index after a change of the embedding model',
    description:
      'Each document passes the embedding and indexing stages once more. Until then it is found as before, by its words alone where the new vectors are of another length. Vectors that are known are not asked for twice.',
    errors: ['not_found'],
  },
  cancel: { tags, operationId: 'cancelUpload', summary: 'Cancel an upload in progress', errors: ['conflict'] },
  remove: {
    tags,
    operationId: 'deleteUpload',
    summary: 'Delete an upload with its document and chunks',
    description:
      'Nobody finds or reads it from then on. Its files are kept for `retention.generations` days, so that an index can be rebuilt as of a time before; 0: they go at once.',
    errors: ['conflict'],
  },
  text: {
    tags,
    operationId: 'getUploadText',
    summary: 'Get the text of a document and the positions of its chunks',
    errors: ['conflict'],
  },
  pagePicture: {
    tags,
    operationId: 'getUploadPagePicture',
    summary: 'Get a page of a PDF or image as PNG',
    description: 'At most 1,600 pixels along its longer side. Other formats, and pages that cannot be drawn, have none (404).',
    errors: ['unavailable'],
    etag: true,
  },
  pageWords: {
    tags,
    operationId: 'listUploadPageWords',
    summary: 'Get the positions of the words on a page',
    errors: ['unavailable'],
  },
  file: { tags, operationId: 'downloadUpload', summary: 'Download the uploaded file' },
  config: { tags, operationId: 'getUploadConfig', summary: 'Get how uploads are processed, and their limits' },
  toggle: {
    tags,
    operationId: 'setHttpTrigger',
    summary: 'Choose what starts the pipeline: the upload request, or the notification of the store',
  },
  mappings: { tags, operationId: 'listUploadMappings', summary: 'List the storage folders by file extension' },
  health: { tags, operationId: 'getUploadHealth', summary: 'Check that uploads are accepted' },
  workerHealth: { tags, operationId: 'getUploadWorkerHealth', summary: 'List the stages of the pipeline with their queues' },
  testCloud: { tags, operationId: 'testUploadStorage', summary: 'Check that the blob store responds' },
  eventFeed: {
    tags,
    operationId: 'receiveStorageEvents',
    summary: 'Receive notifications about files in the container',
    description: 'The web hook of Event Grid, in its own schema or as CloudEvents 1.0; also answers the handshake of a subscription.',
  },
  eventFeedHandshake: { tags, operationId: 'allowStorageEvents', summary: 'Answer the handshake of a CloudEvents webhook' },
} as const
