/** What the status of an upload says at first. */
export function firstMessage(mode: 'async' | 'sync' | 'upload_only', fileType: string, processed: boolean): string {
  if (processed) return 'Stored; waiting to be processed'
  if (mode === 'upload_only') return 'Stored without processing, as asked (process_mode=upload_only)'
  return `Stored. There is no reader for ${fileType ? `.${fileType} files` : 'files without an extension'}, so nothing was indexed.`
}
