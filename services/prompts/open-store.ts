import { promptFolderPath, sharedPrompts } from '../../kernel/prompts/open-prompts.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { blobWriter } from './blob-writer.ts'
import { folderWriter } from './folder-writer.ts'
import { openPromptStore, type PromptStore } from './store.ts'

/** The prompts of this installation: in the blob store where that is one that several machines share, else in a folder. */
export function openStore({ env, ports, log }: EdgeContext): PromptStore {
  const { conditional } = ports.blobs
  const shared = sharedPrompts(ports)
  const writer =
    shared && conditional
      ? blobWriter(shared, { remove: ports.blobs.remove, conditional }, ports.database)
      : folderWriter(promptFolderPath(env))
  return openPromptStore(writer, ports.database, log)
}
