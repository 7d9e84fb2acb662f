import { termOf } from '../../../kernel/text/terms.ts'

/** Words of this documentation that say the same. */
export const SAME = [
  'start run launch begin boot',
  'size big large largest maximum max mb',
  'format pdf word excel powerpoint',
  'llm model',
  'version older newer',
  'need enough require',
  'listen host port',
  'file document upload',
  'change set configure configuration',
  'delete remove',
  'install setup',
  'back backup',
  'again retry repeat',
  'see list show',
  'token tag etag entity',
  'connect use',
  'make create generate',
  'caller client',
  'store keep lie blob stay',
  'another other',
  'often again',
  'command terminal cli shell',
  'process worker server',
  'health healthy',
  'stop cancel end abort',
  'reason why cause error',
  'fail failed failure refuse reject',
  'maximum most limit many',
  'key password credential secret',
  'send carry pass give',
  'answer reply response',
  'question ask query',
  'show display print',
  'person people user',
  'undo revert roll',
  'permission role right',
  'localhost host',
  'extract text read',
  'label tag department unit',
  'turn switch disable enable off',
  'history earlier conversation follow',
  'folder directory',
  'delay wait slow',
  'lose lost kill crash die',
  'logout login sign',
  'schedule automatic regular',
  'price cost',
  'fast quick speed slow',
  'endpoint address',
].map((line) => line.split(' ').map(termOf))

/** Words around what somebody wants to know: "a different port", "the original file", "find out why". */
export const WRAPPING = new Set(
  `different another other new own original single several certain current existing possible available proper correct right good best
  lower raise increase decrease reduce higher bigger smaller system whether find out work handle deal want need like able way please
  exactly actually really simply easily first always still again later instead together`
    .split(/\s+/)
    .map(termOf),
)
