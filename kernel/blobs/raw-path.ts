const UPLOADED = /^[a-z]+\/raw\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/]+$/

/** Where the bytes of an upload lie; the directory is the file type's, such as `pdf/raw`. */
export const rawPath = (directory: string, uploadId: string, name: string): string => `${directory}/${uploadId}/${name}`

/** The upload that a path was made for by `rawPath`; undefined for blobs that others put into the container. */
export const uploadOfPath = (path: string): string | undefined => UPLOADED.exec(path)?.[1]

/** Whether an upload's file lies there as it was sent. */
export const isUpload = (path: string): boolean => UPLOADED.test(path)

/** Whether the blob was stored for this upload, so that it goes with it. A blob that was accepted where it lay is its owner's. */
export const isOwnBlob = (upload: { upload_id: string }, blob: string): boolean => uploadOfPath(blob) === upload.upload_id
