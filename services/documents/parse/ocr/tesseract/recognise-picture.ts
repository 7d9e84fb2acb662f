import { readFile } from 'node:fs/promises'
import type { PictureJob, PictureText } from '../../../../../kernel/cell/protocol.ts'
import { recognise } from './engine.ts'
import { readWords } from './read-words.ts'

/** Runs in a child: the text of one picture. */
export async function recognisePicture({ picture, languages }: PictureJob): Promise<PictureText> {
  return readWords(await recognise(await readFile(picture), languages))
}
